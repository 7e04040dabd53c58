// Calls of the AI SDK, in the words of each of its major versions.
const MODEL = "gpt-4o-mini";
/** Picture of one pixel. */
export const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
const CALCULATION = { type: "object", properties: { operation: {}, a: {}, b: {} } };
const CITY = { type: "object", properties: { city: { type: "string" } } };
/** Every kind of value in the contract's table of metadata. */
const METADATA = {
  text: "a",
  digits: "12",
  empty: "",
  seats: 4,
  trial: true,
  plan: { seats: 4 },
  big: 12n ** 20n,
  nan: NaN,
};
const DESCRIPTION = {
  userId: "ann",
  sessionId: "s1",
  tags: ["a", "b"],
  svcPrompt: { name: "greeting", version: 3 },
  ...METADATA,
};

/**
 * Returns the calls by their names. `openai(answers)` is a provider whose requests get these answers, `all` collects a stream, and
 * `major` is the major version of the AI SDK.
 */
export function callsOf(ai, { major, openai, all }) {
  const { jsonSchema, tool } = ai;
  // Version 4 fails on null where an application asks for its telemetry itself.
  const description = major < 5 ? DESCRIPTION : { ...DESCRIPTION, none: null };
  const telemetry = (settings) =>
    major >= 7 ? { telemetry: settings } : { experimental_telemetry: { isEnabled: true, ...settings } };
  const named = (functionId, more = {}) => telemetry({ functionId, ...more });
  const languageModel = (answers) => (major < 5 ? openai(answers).responses(MODEL) : openai(answers)(MODEL));
  const embeddings = () =>
    major < 7
      ? openai("embeddings").textEmbeddingModel("text-embedding-3-small")
      : openai("embeddings").embedding("text-embedding-3-small");
  const steps = (count) => {
    if (major < 5) return { maxSteps: count };
    return { stopWhen: major < 7 ? ai.stepCountIs(count) : ai.isStepCount(count) };
  };
  const system = (text) => (major < 7 ? { system: text } : { instructions: text });
  const madeTool = (schema, execute) =>
    tool({
      description: "Calculates",
      [major < 5 ? "parameters" : "inputSchema"]: jsonSchema(schema),
      ...(execute && { execute }),
    });
  const calculate = (execute) => madeTool(CALCULATION, execute);
  const asked = (answers, name, more = {}) =>
    ai.generateText({ model: languageModel(answers), prompt: "Say hello.", maxRetries: 0, ...named(name), ...more });
  const streamed = (answers, name, more = {}) =>
    ai.streamText({
      model: languageModel(answers),
      prompt: "Say hello.",
      maxRetries: 0,
      onError() {},
      ...named(name),
      ...more,
    });
  // Version 4 has an input format and a mode.
  const given = {
    ...(major < 5 && { inputFormat: "prompt", mode: { type: "regular" } }),
    prompt: [{ role: "user", content: [{ type: "text", text: "Say hello." }] }],
  };
  const agent = (settings) => new (ai.ToolLoopAgent ?? ai.Experimental_Agent)(settings);
  const { generateImage = ai.experimental_generateImage } = ai;
  const { generateSpeech = ai.experimental_generateSpeech, transcribe = ai.experimental_transcribe } = ai;

  return {
    ask: async () => {
      const { text, usage, response } = await asked("cache", "ask", { ...system("Be brief."), temperature: 0.2 });
      return { text, usage, response };
    },
    described: async () => {
      if (major < 7) return (await asked("text", "", named("described", { metadata: description }))).text;
      const runtimeContext = { ...description, token: "a secret" };
      const includeRuntimeContext = Object.fromEntries(Object.keys(description).map((key) => [key, true]));
      return (await asked("text", "", { runtimeContext, ...named("described", { includeRuntimeContext }) })).text;
    },
    unnamed: async () =>
      (await ai.generateText({ model: languageModel("text"), prompt: "Say hello.", maxRetries: 0 })).text,
    agent: async () => {
      const tools = { calculate: calculate(async ({ a, b }) => ({ sum: a + b })) };
      const { text, steps: taken } =
        major < 5
          ? await asked("tools", "agent", { tools, prompt: "Calculate 5 + 3", maxSteps: 20 })
          : await agent({ model: languageModel("tools"), tools, ...steps(20), ...named("agent") }).generate({
              prompt: "Calculate 5 + 3",
            });
      return { text, steps: taken.length };
    },
    ...(major >= 6 && {
      namedAgent: async () => {
        const { text } = await agent({ id: "greeter", model: languageModel("text") }).generate({
          prompt: "Say hello.",
        });
        return text;
      },
      streamingAgent: async () => {
        const result = await agent({ id: "narrator", model: languageModel("stream") }).stream({ prompt: "Tell." });
        return (await all(result.textStream)).length;
      },
    }),
    nested: async () => {
      const model = languageModel("nested");
      const execute = async ({ query }) => {
        const { text } = await ai.generateText({
          model,
          prompt: `Inner agent processing: ${query}`,
          ...named("inner"),
        });
        return text;
      };
      const tools = { innerAgentTool: madeTool({ type: "object" }, execute) };
      const { text } = await ai.generateText({ model, tools, prompt: "What is 2+2?", ...steps(3), ...named("nested") });
      return text;
    },
    failingTool: async () => {
      const tools = {
        calculate: calculate(async () => {
          throw new TypeError("no numbers");
        }),
      };
      const { text, steps: taken } = await asked("tools", "failingTool", { tools, ...steps(2) });
      return { text, content: taken[0].content };
    },
    unexecutedTool: async () =>
      (await asked("tools", "unexecutedTool", { tools: { calculate: calculate() } })).toolCalls,
    ...(major >= 5 && {
      searched: async () => {
        const provider = openai("search");
        const tools = { web_search: provider.tools.webSearch({}) };
        const model = provider(MODEL);
        const { text, content } = await ai.generateText({ model, prompt: "Find cats.", tools, ...named("searched") });
        return { text, content };
      },
    }),
    streamedTool: async () => {
      const tools = { calculate: calculate(async ({ a, b }) => ({ sum: a + b })) };
      return all(streamed("streamedTool", "streamedTool", { tools, ...steps(2) }).textStream);
    },
    retried: async () => (await asked("busy", "retried", { maxRetries: 1 })).text,
    refused: () => asked("refused", "refused"),
    stream: async () => {
      const result = streamed("stream", "stream");
      return { pieces: await all(result.textStream), usage: await result.usage };
    },
    break: async () => {
      const pieces = [];
      for await (const piece of streamed("stream", "break").textStream) {
        pieces.push(piece);
        break;
      }
      return pieces;
    },
    drop: async () => {
      const { textStream } = streamed("stream", "drop");
      return (await textStream[Symbol.asyncIterator]().next()).value;
    },
    abort: async () => {
      const controller = new AbortController();
      const pieces = [];
      for await (const piece of streamed("unfinished", "abort", { abortSignal: controller.signal }).textStream) {
        pieces.push(piece);
        controller.abort();
      }
      return pieces;
    },
    torn: async () => all(streamed("torn", "torn").textStream),
    refusedStream: async () => all(streamed("refused", "refusedStream").textStream),
    object: async () => {
      const model = languageModel("object");
      return (await ai.generateObject({ model, schema: jsonSchema(CITY), prompt: "Name a city.", ...named("object") }))
        .object;
    },
    streamedObject: async () => {
      const model = languageModel("streamedObject");
      const result = ai.streamObject({
        model,
        schema: jsonSchema(CITY),
        prompt: "Name a city.",
        ...named("streamedObject"),
      });
      return all(result.textStream);
    },
    ...(major >= 5 && {
      output: async () => {
        const output = ai.Output.object({ schema: jsonSchema(CITY) });
        return (await asked("object", "output", { [major < 6 ? "experimental_output" : "output"]: output })).text;
      },
    }),
    embed: async () => (await ai.embed({ model: embeddings(), value: "a cat", ...named("embed") })).usage,
    embedMany: async () =>
      (await ai.embedMany({ model: embeddings(), values: ["a", "b"], ...named("embedMany") })).embeddings,
    ...(major >= 6 && {
      rerank: async () => {
        const doRerank = async () => ({ ranking: [{ index: 1, relevanceScore: 0.9 }] });
        const model = {
          specificationVersion: major < 7 ? "v3" : "v4",
          provider: "shelf",
          modelId: "order-1",
          doRerank,
        };
        const documents = ["a cat", "a dog"];
        return (await ai.rerank({ model, documents, query: "Who barks?", ...named("rerank") })).rerankedDocuments;
      },
    }),
    ...(major >= 7 && {
      decide: async () => {
        const questions = { refund: { type: "boolean", instructions: "Is money asked back?" } };
        const model = openai("decide").decisionModel("gpt-6-luna");
        return (await ai.experimental_decide({ model, state: { message: "My money" }, questions, ...named("decide") }))
          .answers;
      },
      gateway: async () => {
        const usage = { inputTokens: { total: 30 }, outputTokens: { total: 3 } };
        const doGenerate = async () => ({
          content: [{ type: "text", text: "Fine." }],
          finishReason: { unified: "stop" },
          usage,
          warnings: [],
          providerMetadata: { gateway: { cost: "0.00123" } },
        });
        const model = {
          specificationVersion: "v4",
          provider: "gateway",
          modelId: "unpriced-1",
          supportedUrls: {},
          doGenerate,
        };
        return (await ai.generateText({ model, prompt: "Say hello.", ...named("gateway") })).text;
      },
    }),
    image: async () => {
      const model = openai("image").image("gpt-image-1");
      return (await generateImage({ model, prompt: "A cat", size: "1024x1024" })).images.length;
    },
    refusedImage: async () =>
      generateImage({ model: openai("refused").image("gpt-image-1"), prompt: "A cat", maxRetries: 0 }),
    speech: async () => {
      const model = openai("speech").speech("tts-1");
      return (await generateSpeech({ model, text: "Hello.", voice: "alloy" })).audio.uint8Array.length;
    },
    transcription: async () => {
      const model = openai("transcription").transcription("whisper-1");
      return (await transcribe({ model, audio: new Uint8Array(PNG) })).text;
    },
    picture: async () => {
      const content = [
        { type: "text", text: "What is it?" },
        major < 5
          ? { type: "image", image: PNG, mimeType: "image/png" }
          : { type: "file", data: PNG, mediaType: "image/png" },
      ];
      const { text } = await asked("text", "picture", { prompt: undefined, messages: [{ role: "user", content }] });
      return text;
    },
    withoutContent: async () =>
      (await asked("text", "", named("withoutContent", { recordInputs: false, recordOutputs: false }))).text,
    unrecorded: async () => (await asked("text", "", named("unrecorded", { isEnabled: false }))).text,
    // Calls of the provider's model, without the AI SDK.
    model: async () => (await languageModel("text").doGenerate({ ...given, temperature: 0.2 })).finishReason,
    streamingModel: async () => all((await languageModel("stream").doStream(given)).stream),
    refusedModel: () => languageModel("refused").doGenerate(given),
    refusedStreamingModel: () => languageModel("refused").doStream(given),
    leftModel: async () => {
      const { stream } = await languageModel("stream").doStream(given);
      const types = [];
      for await (const { type } of stream) {
        types.push(type);
        if (type === "text-delta") break;
      }
      return types;
    },
    modelInTool: async () => {
      const execute = async () => (await languageModel("text").doGenerate(given)).finishReason;
      return (await asked("tools", "modelInTool", { tools: { calculate: calculate(execute) }, ...steps(2) })).text;
    },
    together: async () => {
      const one = (index) => {
        const tools = { calculate: calculate(async () => (await asked("text", `inner ${index}`)).text) };
        return asked("tools", `outer ${index}`, { tools, ...steps(2) });
      };
      return (await Promise.all(Array.from({ length: 20 }, (_, index) => one(index)))).map(({ text }) => text);
    },
  };
}
