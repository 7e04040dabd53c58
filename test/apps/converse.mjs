// Makes the calls in CALLS one after another, as an application without tracing does, and returns the answers. Plain JavaScript,
// for every supported version of Node.
export async function converse({ OpenAI }) {
  const answers = [];
  for (const { baseURL, params } of JSON.parse(process.env.CALLS)) {
    const client = new OpenAI({ apiKey: "a key", baseURL, maxRetries: 0 });
    const answer = await client.chat.completions.create(params);
    answers.push(params.stream ? await Array.fromAsync(answer) : answer);
  }
  return answers;
}
