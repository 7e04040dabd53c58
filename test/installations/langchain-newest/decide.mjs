// Asks a decision model of the application, which calls a stand-in of OpenAI's API with the package `openai`.
import { BaseDecisionModel, parseClassifierResponse } from "@langchain/core/decisions";
import { RunnableLambda } from "@langchain/core/runnables";
import { createServer } from "node:http";
import OpenAI from "openai";

const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "gpt-5-mini",
  choices: [{ index: 0, message: { role: "assistant", content: "0.9" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 40 }, completion_tokens: 20, total_tokens: 120 },
};
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ANSWER));
  });
});
await new Promise((done) => void server.listen(0, "127.0.0.1", done));
const client = new OpenAI({ apiKey: "k", baseURL: `http://127.0.0.1:${server.address().port}`, maxRetries: 0 });

class Refunds extends BaseDecisionModel {
  lc_namespace = ["refunds"];

  get _provider() {
    return "openai";
  }

  async _classify(state, questions) {
    if (state.message === "nothing") throw new RangeError("no message");
    const messages = [{ role: "user", content: JSON.stringify({ state, questions }) }];
    const { model, choices, usage } = await client.chat.completions.create({ model: this.model, messages });
    const probability = Number(choices[0].message.content);
    return parseClassifierResponse({
      model,
      answers: Object.fromEntries(Object.keys(questions).map((name) => [name, { type: "noul", noul: probability }])),
      usage_metadata: {
        input_tokens: usage.prompt_tokens,
        input_token_details: { cache_read: usage.prompt_tokens_details.cached_tokens },
        output_tokens: usage.completion_tokens,
        total_tokens: usage.total_tokens,
      },
    });
  }
}

const model = new Refunds({ model: "gpt-5-mini" });
const asked = (message) => ({
  state: { message },
  questions: { refund: { type: "noul", instructions: "Does the customer ask for money back?" } },
});
const { answers } = await model.invoke(asked("My money back, please"));
const [piped] = await RunnableLambda.from(asked).pipe(model).batch(["And mine"]);
const error = await model.invoke(asked("nothing")).catch(({ message }) => message);
console.log(JSON.stringify({ answers, piped: piped.answers, error }));
server.close();
