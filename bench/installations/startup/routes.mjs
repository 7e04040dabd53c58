// A web application with a route that calls no model and one that does. It listens where its parent asks, and says what it has used.
import express from "express";
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "a key", baseURL: process.env.MODEL_URL, maxRetries: 0 });
const app = express();
app.use(express.json());
app.post("/greeting", (request, response) => response.json({ greeting: `Hello, ${request.body.name}` }));
app.post("/chat", (request, response, next) => {
  const messages = [{ role: "user", content: request.body.name }];
  void client.chat.completions
    .create({ model: "gpt-5", messages })
    .then((answer) => response.json(answer.choices[0].message), next);
});
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() });
});
