// A researcher, after the multi-step research agents and the evaluator-optimizer workflows in public examples of the AI SDK: it plans
// questions, an agent with a search tool looks into each of them at the same time, and a report is rewritten until it is good.

/** Returns the function that makes a report about a topic. */
export function makeResearcher({ ai, openai, z }) {
  const { generateObject, generateText, isStepCount, ToolLoopAgent, tool } = ai;
  const small = openai.chat("gpt-4o-mini");

  const search = tool({
    description: "Searches the library, and judges what it finds",
    inputSchema: z.object({ query: z.string() }),
    async execute({ query }) {
      const found = `A page about ${query}`;
      const { object } = await generateObject({
        model: small,
        schema: z.object({ isRelevant: z.boolean() }),
        prompt: `Is this relevant: ${found}`,
        telemetry: { functionId: "judge" },
      });
      return object.isRelevant ? found : "Nothing of use";
    },
  });

  const researcher = new ToolLoopAgent({
    id: "researcher",
    model: small,
    instructions: "You look into one question.",
    tools: { search },
    stopWhen: isStepCount(3),
  });

  return async (topic) => {
    const { object: plan } = await generateObject({
      model: small,
      schema: z.object({ questions: z.array(z.string()) }),
      prompt: `Plan questions about ${topic}`,
      telemetry: { functionId: "plan" },
    });
    const findings = await Promise.all(
      plan.questions.map(async (prompt) => (await researcher.generate({ prompt })).text),
    );
    let feedback = "none";
    for (let attempt = 1; ; attempt++) {
      const { text } = await generateText({
        model: openai.chat("gpt-4o"),
        prompt: `Write a report of: ${findings.join("; ")}. Feedback: ${feedback}`,
        telemetry: { functionId: "write" },
      });
      const { object: review } = await generateObject({
        model: small,
        schema: z.object({ isGood: z.boolean(), feedback: z.string() }),
        prompt: `Review: ${text}`,
        telemetry: { functionId: "review" },
      });
      if (review.isGood || attempt === 3) return text;
      ({ feedback } = review);
    }
  };
}

/** Behaviour of the model in the tests. */
export function model(texts) {
  const [first, last] = [texts[0], texts.at(-1)];
  if (first.startsWith("Plan")) return JSON.stringify({ questions: ["How old?", "How large?"] });
  if (first.startsWith("Is this relevant")) return JSON.stringify({ isRelevant: true });
  if (first.startsWith("Review"))
    return JSON.stringify({ isGood: first.includes("longer"), feedback: "Make it longer" });
  if (first.startsWith("Write")) return first.includes("Make it longer") ? "A longer report" : "A report";
  return last.includes("A page") ? `I know: ${last}` : { tool: "search", args: JSON.stringify({ query: last }) };
}
