// Parts that all programs with calls of a provider's package share: a stand-in for the API, and what the application sees.
import { createServer } from "node:http";
import { nextMillisecond } from "./next-millisecond.mjs";

/**
 * Makes the calls against a stand-in, one after the other, and prints their results by name, and the requests. A call gets a
 * function that makes a client, from the address and the names of the answers to its requests. The client sends the names as its
 * key. An answer has a `body`, or the `chunks` of a stream, which then `tears` or `hangs`. An answer that `hangs` without
 * chunks never begins.
 */
export async function play({ answers, calls, clientOf }) {
  const requests = [];
  const turns = new Map();
  const server = createServer((request, response) => void answer(request, response, { answers, requests, turns }));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const seen = {};
  for (const [name, call] of Object.entries(calls)) {
    const client = (names = name, options = {}) => clientOf(baseUrl, names, options);
    await nextMillisecond();
    seen[name] = await Promise.resolve()
      .then(() => call(client))
      .then(
        (result) => ({ result: shown(result) }),
        (error) => ({ error: { class: error.constructor.name, ...shown({ ...error }), message: error.message } }),
      );
  }
  // Callbacks that wait for the collection of an object run.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve, globalThis.gc()));
  console.log(JSON.stringify({ seen, requests }).replaceAll(baseUrl, "URL"));
  server.closeAllConnections();
  server.close();
}

/** Returns what an application sees of a stream that it reads by `for await`. */
export async function all(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { kind: String(stream), keys: Object.keys(stream), chunks };
}

/** Reads the first chunks of a stream, and leaves it. */
export async function some(stream, count) {
  const chunks = [];
  for await (const chunk of stream) if (chunks.push(chunk) === count) break;
  return chunks;
}

/** Returns the result as JSON has it, with the names of the classes, without what changes from run to run. */
function shown(result) {
  return JSON.parse(
    JSON.stringify(result ?? null, (name, value) => {
      if (["headers", "rawResponse", "host"].includes(name)) return undefined;
      const kind = typeof value === "object" && value !== null ? value.constructor?.name : undefined;
      return kind === undefined || kind === "Object" || kind === "Array" ? value : { kind, ...value };
    }),
  );
}

async function answer(request, response, { answers, requests, turns }) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const key = request.headers.authorization?.replace("Bearer ", "") ?? request.headers["x-goog-api-key"] ?? "";
  const names = key.split(",");
  const turn = turns.get(key) ?? 0;
  turns.set(key, turn + 1);
  // A form is divided by a text that changes from run to run.
  const isForm = request.headers["content-type"]?.startsWith("multipart/");
  requests.push([request.url, isForm ? "a form" : Buffer.concat(pieces).toString()]);
  const found = answers[names[Math.min(turn, names.length - 1)]] ?? {
    status: 404,
    body: { message: "No such answer" },
  };
  const { status = 200, body, chunks, type = "text/event-stream", hangs, tears } = found;
  if (hangs && chunks === undefined) return;
  response.writeHead(status, { "content-type": chunks ? type : "application/json" });
  if (chunks === undefined) {
    response.end(JSON.stringify(body));
    return;
  }
  response.flushHeaders();
  for (const piece of chunks) await new Promise((resolve) => void response.write(piece, resolve));
  if (tears) response.destroy();
  else if (!hangs) response.end();
}
