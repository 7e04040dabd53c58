// A web service that sums texts up. Each request is one trace, with the user of the request.
import { propagateAttributes } from "@svc/tracing";
import { startActiveObservation } from "@svc/tracing";
import express from "express";
import OpenAI from "openai";

const openai = new OpenAI();
const app = express();
app.use(express.json());

async function summary(text) {
  const completion = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [
      { role: "system", content: "Sum the text up in one sentence." },
      { role: "user", content: text },
    ],
  });
  return completion.choices[0].message.content;
}

app.post("/summaries", (request, response, next) => {
  const { text, user } = request.body;
  void propagateAttributes({ userId: user, tags: ["summaries"] }, () =>
    startActiveObservation("summary", async (span) => {
      span.update({ input: text });
      const output = await summary(text);
      span.update({ output });
      return output;
    }),
  ).then((output) => response.json({ summary: output }), next);
});

const server = app.listen(process.env.PORT ?? 8080, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
