// What an application does that knows nothing of tracing: the calls in CALLS, one after another. Plain JavaScript, for
// every Node that is supported. Gives what it was answered.
export async function converse({ OpenAI }) {
  const answers = [];
  for (const { baseURL, params } of JSON.parse(process.env.CALLS)) {
    const client = new OpenAI({ apiKey: "a key", baseURL, maxRetries: 0 });
    const answer = await client.chat.completions.create(params);
    answers.push(params.stream ? await Array.fromAsync(answer) : answer);
  }
  return answers;
}
