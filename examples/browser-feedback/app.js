// A page that answers questions, and whose visitors judge the answers: the judgement becomes a score of the answer's trace.
import { getActiveTraceId, startActiveObservation } from "@svc/tracing";
import express from "express";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";

const openai = new OpenAI();
const app = express();
app.use(express.json());
app.use(express.static("page"));
app.use("/assets", express.static(fileURLToPath(new URL(".", import.meta.resolve("@svc/browser")))));

/** What the page needs to send scores. The public key can do nothing else. */
app.get("/settings", (_request, response) => {
  response.json({ publicKey: process.env.SVC_PUBLIC_KEY, baseUrl: process.env.SVC_BASE_URL });
});

const answerTo = (question) =>
  startActiveObservation("answer", async (span) => {
    span.update({ input: question });
    const { choices } = await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [{ role: "user", content: question }],
    });
    const { content } = choices[0].message;
    span.update({ output: content });
    return { answer: content, traceId: getActiveTraceId() };
  });

app.post("/answers", (request, response, next) => {
  void answerTo(request.body.question).then((answer) => response.json(answer), next);
});

const server = app.listen(process.env.PORT ?? 8080, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
