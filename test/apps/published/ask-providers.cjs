// Asks a model of each provider once with an observed client, at the address in the environment.
exports.askProviders = async ({ sdks, observe }) => {
  const url = process.env.CALL_URL;
  const messages = [{ role: "user", content: "Hello" }];
  const config = { userId: "u-1" };

  const anthropic = observe.anthropic(new sdks.Anthropic({ apiKey: "key", baseURL: url }), config);
  const google = observe.google(new sdks.GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: url } }), config);
  const mistral = observe.mistral(new sdks.Mistral({ apiKey: "key", serverURL: url }), config);
  const cohere = observe.cohere(new sdks.CohereClientV2({ token: "key", environment: url }), config);
  const ollama = observe.ollama(new sdks.Ollama({ host: url }), config);

  return [
    (await anthropic.messages.create({ model: "claude", max_tokens: 9, messages })).content[0].text,
    (await google.models.generateContent({ model: "gemini", contents: "Hello" })).text,
    (await mistral.chat.complete({ model: "mistral", messages })).choices[0].message.content,
    (await cohere.chat({ model: "command", messages })).message.content[0].text,
    (await ollama.chat({ model: "llama", messages })).message.content,
  ];
};
