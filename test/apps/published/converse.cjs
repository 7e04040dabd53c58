// What the application does: a call of an observed client, one of another, one with a configuration of its own, and a chain.
exports.converse = async ({ OpenAI, observeOpenAI, withSvcConfig, CallbackHandler, RunnableLambda }) => {
  const options = { baseURL: process.env.CALL_URL, apiKey: "key" };
  const params = JSON.parse(process.env.CALL_PARAMS);
  const client = observeOpenAI(new OpenAI(options), {
    generationName: "greeting",
    generationMetadata: { plan: "pro" },
    userId: "u-1",
    sessionId: "s-1",
    tags: ["support"],
  });
  const create = (caller) => caller.chat.completions.create(params);
  const answers = [
    await create(client),
    await create(new OpenAI(options)),
    await withSvcConfig({ userId: "u-2", svcPrompt: { name: "greeting", version: 3 } }, () => create(client)),
  ];
  const chain = RunnableLambda.from((name) => `Hello ${name}`);
  const greeting = await chain.invoke("Ada", {
    runName: "hello",
    callbacks: [new CallbackHandler({ sessionId: "s-1", tags: ["support"] })],
  });
  return [...answers.map(({ choices }) => choices[0].message.content), greeting];
};
