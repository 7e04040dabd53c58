// Calls of the AI SDK, and of the models of its providers without it.
import { read, user } from "./reading.mjs";

export const AI_SDK_CALLS = {
  async "ai-sdk"(load, url, observe) {
    const { embed, generateText, streamText } = await load("ai");
    const { openai, anthropic, google } = await providersOf(load, url);
    const way = (modelOf) => (model, prompt, stream) =>
      stream
        ? read(streamText(observe({ model: modelOf(model), prompt })).textStream)
        : generateText(observe({ model: modelOf(model), prompt }));
    return {
      chat: way(openai.chat),
      responses: way(openai.responses),
      messages: way(anthropic),
      content: way(google),
      embeddings: (model, value) => embed(observe({ model: openai.textEmbeddingModel(model), value })),
    };
  },

  async "ai-sdk-registered"(load, url, Telemetry) {
    const { registerTelemetry } = await load("ai");
    registerTelemetry(new Telemetry());
    return AI_SDK_CALLS["ai-sdk"](load, url, (options) => options);
  },

  async "ai-sdk-models"(load, url) {
    const { openai, anthropic, google } = await providersOf(load, url);
    return {
      chat: asked(openai.chat),
      responses: asked(openai.responses),
      messages: asked(anthropic),
      content: asked(google),
    };
  },

  async "ai-sdk-other-models"(load, url) {
    const { createXai } = await load("@ai-sdk/xai");
    const { createOpenAICompatible } = await load("@ai-sdk/openai-compatible");
    const xai = createXai({ apiKey: "none", baseURL: `${url}/xai` });
    const compatible = createOpenAICompatible({ name: "own", baseURL: `${url}/v1`, includeUsage: true });
    return { xai: asked(xai.chat ?? xai), compatible: asked(compatible) };
  },

  async "ai-sdk-gateway"(load, url) {
    const { createGateway } = await load("@ai-sdk/gateway");
    return { gateway: asked(createGateway({ apiKey: "none", baseURL: url })) };
  },
};

/** Returns the way to ask a model of a provider without the AI SDK. */
const asked = (modelOf) => async (model, text, stream) => {
  // Version 4 has an input format and a mode; later versions have no such options.
  const options = { inputFormat: "prompt", mode: { type: "regular" }, prompt: user([{ type: "text", text }]) };
  return stream ? read((await modelOf(model).doStream(options)).stream) : modelOf(model).doGenerate(options);
};

async function providersOf(load, url) {
  const { createOpenAI } = await load("@ai-sdk/openai");
  const { createAnthropic } = await load("@ai-sdk/anthropic");
  const { createGoogleGenerativeAI } = await load("@ai-sdk/google");
  // Version 4 asks for the usage of a stream only in this mode; later versions have no such setting.
  const openai = createOpenAI({ apiKey: "none", baseURL: `${url}/v1`, compatibility: "strict" });
  const anthropic = createAnthropic({ apiKey: "none", baseURL: `${url}/v1` });
  const google = createGoogleGenerativeAI({ apiKey: "none", baseURL: `${url}/v1beta` });
  return { openai, anthropic, google };
}
