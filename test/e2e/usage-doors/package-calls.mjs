// Ways to ask a model once, by the package. `load` imports a package of the installation, and `observe` returns the client that it is
// given; each way takes the model, the question, and true for a stream, which it reads to its end.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Reads a stream to its end. */
async function read(stream) {
  const pieces = [];
  for await (const piece of await stream) pieces.push(piece);
}

const user = (content) => [{ role: "user", content }];

const settle = (answer, isStreamed) => (isStreamed ? read(answer) : answer);

export const PACKAGE_CALLS = {
  async openai(load, url, observe) {
    const { default: OpenAI } = await load("openai");
    const client = observe(new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 }));
    return {
      chat: (model, prompt, stream) =>
        settle(
          client.chat.completions.create({
            model,
            messages: user(prompt),
            stream,
            ...(stream ? { stream_options: { include_usage: true } } : {}),
          }),
          stream,
        ),
      responses: (model, input, stream) => settle(client.responses.create({ model, input, stream }), stream),
      embeddings: (model, input) => client.embeddings.create({ model, input, encoding_format: "float" }),
    };
  },

  async anthropic(load, url, observe) {
    const { default: Anthropic } = await load("@anthropic-ai/sdk");
    const client = observe(new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 }));
    return {
      messages: (model, prompt, stream) =>
        settle(client.messages.create({ model, max_tokens: 9, messages: user(prompt), stream }), stream),
    };
  },

  async "claude-agent"(load, url) {
    Object.assign(process.env, {
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CONFIG_DIR: await mkdtemp(join(tmpdir(), "claude-config-")),
    });
    const { query } = await load("@anthropic-ai/claude-agent-sdk");
    return { messages: (model, prompt) => read(query({ prompt, options: { model, settingSources: [] } })) };
  },

  async "google-genai"(load, baseUrl, observe) {
    const { GoogleGenAI } = await load("@google/genai");
    const { models } = observe(new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } }));
    return {
      content: (model, contents, stream) =>
        stream ? read(models.generateContentStream({ model, contents })) : models.generateContent({ model, contents }),
    };
  },

  async mistral(load, serverURL, observe) {
    const { Mistral } = await load("@mistralai/mistralai");
    const { chat, embeddings } = observe(new Mistral({ apiKey: "none", serverURL }));
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(chat.stream(request)) : chat.complete(request);
      },
      embeddings: (model, inputs) => embeddings.create({ model, inputs }),
    };
  },

  async cohere(load, environment, observe) {
    const { CohereClientV2 } = await load("cohere-ai");
    const client = observe(new CohereClientV2({ token: "none", environment }));
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(client.chatStream(request)) : client.chat(request);
      },
      embeddings: (model, question) =>
        client.embed({ model, texts: [question], inputType: "search_query", embeddingTypes: ["float"] }),
    };
  },

  async ollama(load, host, observe) {
    const { Ollama } = await load("ollama");
    const client = observe(new Ollama({ host }));
    return {
      chat: (model, prompt, stream) => settle(client.chat({ model, messages: user(prompt), stream }), stream),
      embeddings: (model, input) => client.embed({ model, input }),
    };
  },

  async voyageai(load, url, observe) {
    const { VoyageAIClient } = await load("voyageai");
    const client = observe(new VoyageAIClient({ apiKey: "none", baseUrl: `${url}/voyage` }));
    return {
      embeddings: (model, question) => client.embed({ model, input: [question] }),
      rerank: (model, query) => client.rerank({ model, query, documents: ["a text"] }),
    };
  },

  async bedrock(load, endpoint, observe) {
    const { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } = await load(
      "@aws-sdk/client-bedrock-runtime",
    );
    const { NodeHttpHandler } = await load("@smithy/node-http-handler");
    const credentials = { accessKeyId: "none", secretAccessKey: "none" };
    const requestHandler = new NodeHttpHandler();
    const client = observe(new BedrockRuntimeClient({ region: "us-east-1", endpoint, credentials, requestHandler }));
    return {
      converse: async (modelId, text, stream) => {
        const request = { modelId, messages: [{ role: "user", content: [{ text }] }] };
        if (!stream) return client.send(new ConverseCommand(request));
        return read((await client.send(new ConverseStreamCommand(request))).stream);
      },
    };
  },

  async "ai-sdk"(load, url) {
    const { embed, generateText, streamText } = await load("ai");
    const { createOpenAI } = await load("@ai-sdk/openai");
    const { createAnthropic } = await load("@ai-sdk/anthropic");
    const { createGoogleGenerativeAI } = await load("@ai-sdk/google");
    // Version 4 asks for the usage of a stream only in this mode; later versions have no such setting.
    const openai = createOpenAI({ apiKey: "none", baseURL: `${url}/v1`, compatibility: "strict" });
    const anthropic = createAnthropic({ apiKey: "none", baseURL: `${url}/v1` });
    const google = createGoogleGenerativeAI({ apiKey: "none", baseURL: `${url}/v1beta` });
    const way = (modelOf) => (model, prompt, stream) =>
      stream
        ? read(streamText({ model: modelOf(model), prompt }).textStream)
        : generateText({ model: modelOf(model), prompt });
    return {
      chat: way(openai.chat),
      responses: way(openai.responses),
      messages: way(anthropic),
      content: way(google),
      embeddings: (model, value) => embed({ model: openai.textEmbeddingModel(model), value }),
    };
  },

  async "ai-sdk-models"(load, url) {
    const { createOpenAI } = await load("@ai-sdk/openai");
    const { createAnthropic } = await load("@ai-sdk/anthropic");
    const { createGoogleGenerativeAI } = await load("@ai-sdk/google");
    const openai = createOpenAI({ apiKey: "none", baseURL: `${url}/v1`, compatibility: "strict" });
    const anthropic = createAnthropic({ apiKey: "none", baseURL: `${url}/v1` });
    const google = createGoogleGenerativeAI({ apiKey: "none", baseURL: `${url}/v1beta` });
    const way = (modelOf) => async (model, text, stream) => {
      // Version 4 has an input format and a mode; later versions have no such options.
      const options = { inputFormat: "prompt", mode: { type: "regular" }, prompt: user([{ type: "text", text }]) };
      return stream ? read((await modelOf(model).doStream(options)).stream) : modelOf(model).doGenerate(options);
    };
    return { chat: way(openai.chat), responses: way(openai.responses), messages: way(anthropic), content: way(google) };
  },

  async langchain(load, url) {
    const { ChatOpenAI } = await load("@langchain/openai");
    const way = (fields) => (model, prompt, stream) => {
      const chat = new ChatOpenAI({ model, apiKey: "none", configuration: { baseURL: `${url}/v1` }, ...fields });
      return stream ? read(chat.stream(prompt)) : chat.invoke(prompt);
    };
    return { chat: way({ useResponsesApi: false }), responses: way({ useResponsesApi: true }) };
  },

  async "langchain-providers"(load, url) {
    const { ChatAnthropic } = await load("@langchain/anthropic");
    const { ChatGoogleGenerativeAI } = await load("@langchain/google-genai");
    const way = (chatOf) => (model, prompt, stream) =>
      stream ? read(chatOf(model).stream(prompt)) : chatOf(model).invoke(prompt);
    return {
      messages: way((model) => new ChatAnthropic({ model, apiKey: "none", anthropicApiUrl: url, maxTokens: 9 })),
      content: way((model) => new ChatGoogleGenerativeAI({ model, apiKey: "none", baseUrl: url })),
    };
  },

  async llamaindex(load, url) {
    const { OpenAI } = await load("@llamaindex/openai");
    return {
      chat: (model, prompt, stream) => {
        const llm = new OpenAI({ model, apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
        return settle(llm.chat({ messages: user(prompt), stream }), stream);
      },
    };
  },

  async "openai-agents"(load, url) {
    process.env.OPENAI_BASE_URL = `${url}/v1`;
    process.env.OPENAI_API_KEY = "none";
    const { Agent, OpenAIProvider, run, setTraceProcessors } = await load("@openai/agents");
    setTraceProcessors([]);
    const way = (useResponses) => {
      const provider = new OpenAIProvider({ apiKey: "none", baseURL: `${url}/v1`, useResponses });
      return async (model, prompt, stream) => {
        const agent = new Agent({ name: "asked", instructions: "Answer", model: await provider.getModel(model) });
        const result = await run(agent, prompt, { stream });
        if (stream) await read(result);
      };
    };
    return { chat: way(false), responses: way(true) };
  },

  async mastra(load, url) {
    const { Agent } = await load("@mastra/core/agent");
    const { Mastra } = await load("@mastra/core/mastra");
    const { Observability } = await load("@mastra/observability");
    const nothing = async () => {};
    const own = { name: "own", exportTracingEvent: nothing, flush: nothing, shutdown: nothing };
    return {
      chat: async (model, prompt, stream) => {
        const asked = new Agent({
          id: "asked",
          name: "asked",
          instructions: "Answer",
          model: { id: `openai/${model}`, url: `${url}/v1`, apiKey: "none" },
        });
        const observability = new Observability({ configs: { default: { serviceName: "asked", exporters: [own] } } });
        const agent = new Mastra({ logger: false, agents: { asked }, observability }).getAgent("asked");
        return stream ? read((await agent.stream(prompt)).textStream) : agent.generate(prompt);
      },
    };
  },
};
