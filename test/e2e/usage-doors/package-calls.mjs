// Ways to ask a model once, by the package. `load` imports a package of the installation; each way takes the model, the question, and
// true for a stream, which it reads to its end.

/** Reads a stream to its end. */
async function read(stream) {
  const pieces = [];
  for await (const piece of await stream) pieces.push(piece);
}

const user = (content) => [{ role: "user", content }];

const settle = (answer, isStreamed) => (isStreamed ? read(answer) : answer);

export const PACKAGE_CALLS = {
  async openai(load, url) {
    const { default: OpenAI } = await load("openai");
    const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
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
    };
  },

  async anthropic(load, url) {
    const { default: Anthropic } = await load("@anthropic-ai/sdk");
    const client = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });
    return {
      messages: (model, prompt, stream) =>
        settle(client.messages.create({ model, max_tokens: 9, messages: user(prompt), stream }), stream),
    };
  },

  async "google-genai"(load, baseUrl) {
    const { GoogleGenAI } = await load("@google/genai");
    const { models } = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } });
    return {
      content: (model, contents, stream) =>
        stream ? read(models.generateContentStream({ model, contents })) : models.generateContent({ model, contents }),
    };
  },

  async mistral(load, serverURL) {
    const { Mistral } = await load("@mistralai/mistralai");
    const { chat } = new Mistral({ apiKey: "none", serverURL });
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(chat.stream(request)) : chat.complete(request);
      },
    };
  },

  async cohere(load, environment) {
    const { CohereClientV2 } = await load("cohere-ai");
    const client = new CohereClientV2({ token: "none", environment });
    return {
      chat: (model, prompt, stream) => {
        const request = { model, messages: user(prompt) };
        return stream ? read(client.chatStream(request)) : client.chat(request);
      },
    };
  },

  async ollama(load, host) {
    const { Ollama } = await load("ollama");
    const client = new Ollama({ host });
    return {
      chat: (model, prompt, stream) => settle(client.chat({ model, messages: user(prompt), stream }), stream),
    };
  },
};
