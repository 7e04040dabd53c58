// A web application with a model behind it, as far as it takes until it can answer.
import express from "express";
import OpenAI from "openai";
import { ready } from "./ready.mjs";

const client = new OpenAI({ apiKey: "a key" });
const app = express();
app.use(express.json());
app.post("/chat", (request, response, next) => {
  void client.chat.completions
    .create({ model: "gpt-5", messages: request.body.messages })
    .then((answer) => response.json(answer.choices[0].message), next);
});
app.listen(0, "127.0.0.1", ready);
