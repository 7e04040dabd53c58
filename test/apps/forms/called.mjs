// A web application that asks the model, records a step and scores the trace for each request. It is called with the headers of each
// argument, a JSON object, and prints which traceparent a service behind it received.
import { SvcClient } from "@svc/client";
import { startObservation } from "@svc/tracing";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const svc = new SvcClient();
const urlOf = (server) => `http://127.0.0.1:${server.address().port}`;

const behind = createServer((request, response) => response.end(request.headers.traceparent ?? "none"));
const main = createServer((_request, response) => void answer(response));
async function answer(response) {
  await client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Say hello." }] });
  startObservation("step").end();
  svc.score.activeTrace({ name: "helpful", value: 1 });
  response.end(await (await fetch(urlOf(behind))).text());
}
for (const server of [main, behind]) await once(server.listen(0, "127.0.0.1"), "listening");
for (const headers of process.argv.slice(2)) {
  // Written by hand: a client under the preload sends headers of its own.
  const socket = connect(main.address().port, "127.0.0.1");
  const lines = Object.entries({ host: "here", connection: "close", ...JSON.parse(headers) });
  socket.write(`GET / HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
  console.log((await text(socket)).split("\r\n\r\n").at(-1));
}
main.close();
behind.close();
