// Calls of frameworks.
import { read, settle, user } from "./reading.mjs";

/** Returns the way to ask a model of LangChain. */
const asking = (chatOf) => (model, prompt, stream) =>
  stream ? read(chatOf(model).stream(prompt)) : chatOf(model).invoke(prompt);

export const FRAMEWORK_CALLS = {
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
    const { ChatGoogle } = await load("@langchain/google");
    // The package has no setting for the address.
    const apiClient = {
      hasApiKey: () => true,
      fetch: async (request) =>
        fetch(url + new URL(request.url).pathname, { method: request.method, body: await request.text() }),
    };
    return {
      messages: asking((model) => new ChatAnthropic({ model, apiKey: "none", anthropicApiUrl: url, maxTokens: 9 })),
      content: asking((model) => new ChatGoogleGenerativeAI({ model, apiKey: "none", baseUrl: url })),
      google: asking((model) => new ChatGoogle({ model, apiKey: "none", apiClient })),
    };
  },

  async "langchain-other-providers"(load, url) {
    const { ChatCohere } = await load("@langchain/cohere");
    const { ChatGroq } = await load("@langchain/groq");
    const { ChatMistralAI } = await load("@langchain/mistralai");
    const { ChatOllama } = await load("@langchain/ollama");
    const { CohereClient } = await load("cohere-ai");
    const client = new CohereClient({ token: "none", environment: url });
    return {
      cohere: asking((model) => new ChatCohere({ model, client })),
      groq: asking((model) => new ChatGroq({ model, apiKey: "none", baseUrl: url })),
      mistral: asking((model) => new ChatMistralAI({ model, apiKey: "none", serverURL: `${url}/mistral` })),
      ollama: asking((model) => new ChatOllama({ model, baseUrl: url })),
    };
  },

  async "langchain-aws"(load, endpoint) {
    const { BedrockRuntimeClient } = await load("@aws-sdk/client-bedrock-runtime");
    const { NodeHttpHandler } = await load("@smithy/node-http-handler");
    const { ChatBedrockConverse } = await load("@langchain/aws");
    const credentials = { accessKeyId: "none", secretAccessKey: "none" };
    const requestHandler = new NodeHttpHandler();
    const client = new BedrockRuntimeClient({ region: "us-east-1", endpoint, credentials, requestHandler });
    return { converse: asking((model) => new ChatBedrockConverse({ model, region: "us-east-1", client })) };
  },

  async llamaindex(load, url, observe) {
    observe(await load("llamaindex"));
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

  async strands(load, url) {
    const { Agent } = await load("@strands-agents/sdk");
    const { OpenAIModel } = await load("@strands-agents/sdk/models/openai");
    return {
      chat: (modelId, prompt) => {
        const clientConfig = { baseURL: `${url}/v1` };
        const model = new OpenAIModel({ api: "chat", apiKey: "none", modelId, clientConfig });
        return new Agent({ model, printer: false }).invoke(prompt);
      },
    };
  },
};
