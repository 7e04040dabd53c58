// Calls of the packages of providers.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read, settle, user } from "./reading.mjs";

const messagesOf = (messages) => (model, prompt, stream) =>
  settle(messages.create({ model, max_tokens: 9, messages: user(prompt), stream }), stream);

export const PROVIDER_CALLS = {
  async anthropic(load, url, observe) {
    const { default: Anthropic } = await load("@anthropic-ai/sdk");
    const client = observe(new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 }));
    return { messages: messagesOf(client.messages), beta: messagesOf(client.beta.messages) };
  },

  async "anthropic-platforms"(load, baseURL, observe) {
    const { AnthropicBedrock } = await load("@anthropic-ai/bedrock-sdk");
    const { AnthropicVertex } = await load("@anthropic-ai/vertex-sdk");
    const keys = { awsRegion: "us-east-1", awsAccessKey: "a", awsSecretKey: "b" };
    const authClient = { projectId: "project-1", getRequestHeaders: async () => new Headers() };
    const bedrock = observe(new AnthropicBedrock({ baseURL, ...keys }));
    const vertex = observe(new AnthropicVertex({ baseURL, region: "us-east5", projectId: "project-1", authClient }));
    return { bedrock: messagesOf(bedrock.messages), vertex: messagesOf(vertex.messages) };
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
    const options = { apiKey: "none", httpOptions: { baseUrl } };
    const gemini = observe(new GoogleGenAI(options));
    const vertex = observe(new GoogleGenAI({ ...options, vertexai: true }));
    const content =
      ({ models }) =>
      (model, contents, stream) =>
        stream ? read(models.generateContentStream({ model, contents })) : models.generateContent({ model, contents });
    const embeddings =
      ({ models }) =>
      (model, contents) =>
        models.embedContent({ model, contents });
    return {
      content: content(gemini),
      "content of Vertex AI": content(vertex),
      interactions: (model, input, stream) => settle(gemini.interactions.create({ model, input, stream }), stream),
      embeddings: embeddings(gemini),
      "embeddings of Vertex AI": embeddings(vertex),
    };
  },

  async mistral(load, url, observe) {
    const { Mistral } = await load("@mistralai/mistralai");
    const { chat, embeddings } = observe(new Mistral({ apiKey: "none", serverURL: `${url}/mistral` }));
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(chat.stream(request)) : chat.complete(request);
      },
      embeddings: (model, inputs) => embeddings.create({ model, inputs }),
    };
  },

  async cohere(load, environment, observe) {
    const { CohereClient, CohereClientV2 } = await load("cohere-ai");
    const older = observe(new CohereClient({ token: "none", environment }));
    const client = observe(new CohereClientV2({ token: "none", environment }));
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(client.chatStream(request)) : client.chat(request);
      },
      "chat of version 1": (model, message, stream) =>
        stream ? read(older.chatStream({ model, message })) : older.chat({ model, message }),
      embeddings: (model, question) =>
        client.embed({ model, texts: [question], inputType: "search_query", embeddingTypes: ["float"] }),
    };
  },

  async ollama(load, host, observe) {
    const { Ollama } = await load("ollama");
    const client = observe(new Ollama({ host }));
    return {
      chat: (model, prompt, stream) => settle(client.chat({ model, messages: user(prompt), stream }), stream),
      generate: (model, prompt, stream) => settle(client.generate({ model, prompt, stream }), stream),
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
    const bedrock = await load("@aws-sdk/client-bedrock-runtime");
    const { NodeHttpHandler } = await load("@smithy/node-http-handler");
    const credentials = { accessKeyId: "none", secretAccessKey: "none" };
    const requestHandler = new NodeHttpHandler();
    const client = observe(
      new bedrock.BedrockRuntimeClient({ region: "us-east-1", endpoint, credentials, requestHandler }),
    );
    return {
      converse: async (modelId, text, stream) => {
        const request = { modelId, messages: [{ role: "user", content: [{ text }] }] };
        if (!stream) return client.send(new bedrock.ConverseCommand(request));
        return read((await client.send(new bedrock.ConverseStreamCommand(request))).stream);
      },
      messages: async (modelId, prompt, stream) => {
        const body = { anthropic_version: "bedrock-2023-05-31", max_tokens: 9, messages: user(prompt) };
        const request = { modelId, body: JSON.stringify(body), contentType: "application/json" };
        if (!stream) return client.send(new bedrock.InvokeModelCommand(request));
        return read((await client.send(new bedrock.InvokeModelWithResponseStreamCommand(request))).body);
      },
      embeddings: (modelId, inputText) =>
        client.send(new bedrock.InvokeModelCommand({ modelId, body: JSON.stringify({ inputText }) })),
    };
  },
};
