// A web application that asks the model twice for each request, is asked once and ends.
import express from "express";
import { once } from "node:events";
import { get } from "node:http";
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const ask = () =>
  client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Say hello." }] });

const app = express();
app.get("/", async (_request, response) => {
  await ask();
  const answer = await ask();
  response.send(answer.choices[0].message.content);
});
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const [response] = await once(get({ port: server.address().port, host: "127.0.0.1" }), "response");
for await (const chunk of response) console.log(chunk.toString());
server.close();
