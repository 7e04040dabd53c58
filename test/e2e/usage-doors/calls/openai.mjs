// Calls of OpenAI's package, and of packages whose classes are made like its own.
import { once } from "node:events";
import { read, settle, user } from "./reading.mjs";

const withUsage = (stream) => stream && { stream_options: { include_usage: true } };

export const OPENAI_CALLS = {
  async openai(load, url, observe) {
    const { default: OpenAI } = await load("openai");
    const client = observe(new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 }));
    return {
      completions: (model, prompt, stream) =>
        settle(client.completions.create({ model, prompt, stream, ...withUsage(stream) }), stream),
      images: (model, prompt, stream) =>
        settle(client.images.generate({ model, prompt, ...(stream && { stream }) }), stream),
      chat: (model, prompt, stream) =>
        settle(client.chat.completions.create({ model, messages: user(prompt), stream, ...withUsage(stream) }), stream),
      responses: (model, input, stream) => settle(client.responses.create({ model, input, stream }), stream),
      embeddings: (model, input) => client.embeddings.create({ model, input, encoding_format: "float" }),
    };
  },

  async "openai-realtime"(load, _url, observe, sockets) {
    const { default: OpenAI } = await load("openai");
    // Version 4 has the beta only.
    const { OpenAIRealtimeWS } = await load("openai/realtime/ws").catch(() => load("openai/beta/realtime/ws"));
    const client = new OpenAI({ apiKey: "none", baseURL: `${sockets}/v1` });
    return {
      realtime: async (model, text) => {
        const session = observe(new OpenAIRealtimeWS({ model, options: { rejectUnauthorized: false } }, client));
        const done = new Promise((resolve) => session.on("response.done", resolve));
        await once(session.socket, "open");
        const content = [{ type: "input_text", text }];
        session.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
        session.send({ type: "response.create" });
        await done;
        session.close();
        await once(session.socket, "close");
      },
    };
  },

  async "openai-responses-socket"(load, _url, observe, sockets) {
    const { default: OpenAI } = await load("openai");
    const { ResponsesWS } = await load("openai/resources/responses/ws");
    const client = new OpenAI({ apiKey: "none", baseURL: `${sockets}/v1` });
    return {
      responses: async (model, input) => {
        const socket = observe(new ResponsesWS(client, { rejectUnauthorized: false }));
        const done = new Promise((resolve) => socket.on("response.completed", resolve));
        socket.send({ type: "response.create", model, input });
        await done;
        socket.close();
      },
    };
  },

  async openrouter(load, serverURL, observe) {
    const { OpenRouter } = await load("@openrouter/sdk");
    const client = observe(new OpenRouter({ apiKey: "none", serverURL }));
    return {
      chat: (model, prompt, stream) => {
        const streamed = stream && { stream, streamOptions: { includeUsage: true } };
        return settle(client.chat.send({ chatRequest: { model, messages: user(prompt), ...streamed } }), stream);
      },
      responses: (model, input, stream) =>
        settle(client.beta.responses.send({ responsesRequest: { model, input, ...(stream && { stream }) } }), stream),
      embeddings: (model, question) => client.embeddings.generate({ requestBody: { model, input: [question] } }),
    };
  },

  async "openrouter-call-model"(load, serverURL, observe) {
    const { OpenRouter } = await load("@openrouter/sdk").catch(() => load("@openrouter/agent"));
    const client = observe(new OpenRouter({ apiKey: "none", serverURL }));
    return {
      responses: (model, input, stream) => {
        const result = client.callModel({ model, input });
        return stream ? read(result.getTextStream()) : result.getText();
      },
    };
  },

  groq: async (load, url, observe) => compatible(observe(new (await load("groq-sdk")).Groq(settings(url)))),
  "groq-0": async (load, url, observe) => compatible(observe(new (await load("groq-sdk-0")).Groq(settings(url)))),
  together: async (load, url, observe) =>
    compatible(observe(new (await load("together-ai")).default(settings(`${url}/v1`)))),
  cerebras: async (load, url, observe) => {
    const { Cerebras } = await load("@cerebras/cerebras_cloud_sdk");
    return compatible(observe(new Cerebras({ ...settings(url), warmTCPConnection: false })));
  },
};

const settings = (baseURL) => ({ apiKey: "none", baseURL, maxRetries: 0 });

const compatible = (client) => ({
  chat: (model, prompt, stream) =>
    settle(client.chat.completions.create({ model, messages: user(prompt), stream }), stream),
  embeddings: (model, input) => client.embeddings.create({ model, input }),
});
