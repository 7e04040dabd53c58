// A service behind a service. `main` answers with what `behind` received, as a chain of middleware and listeners leaves it.
import { startObservation } from "@svc/tracing";
import express from "express";
import { createServer, get } from "node:http";
import { json, text } from "node:stream/consumers";

const behind = createServer((request, response) => {
  const { traceparent, baggage } = request.headers;
  response.end(JSON.stringify({ traceparent, baggage }));
});

/** Ways to send a request to the service behind. */
const SENDERS = {
  fetch: async (url, headers = {}) => (await fetch(url, { headers })).json(),
  get: (url, headers = {}) =>
    new Promise((resolve, reject) => get(url, { headers }, (response) => resolve(json(response))).on("error", reject)),
};

const main = express();
main.use(express.json());
main.post("/observe", (request, response) => {
  startObservation(request.body.name).end();
  response.json({ keys: Object.keys(request.body) });
});
main.post("/behind/:sender", (request, response, next) => {
  const { headers, name } = request.body;
  if (name !== undefined) startObservation(name).end();
  SENDERS[request.params.sender](urlOf(behind), headers).then((answer) => response.json(answer), next);
});
main.post("/raw", (request, response) => {
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => response.end(String(body.length)));
  response.on("close", () => startObservation("after the answer").end());
});
main.get("/failing", () => {
  throw new Error("This route fails.");
});
main.use((error, _request, response, _next) => response.status(500).end(error.message));

const urlOf = (server) => `http://127.0.0.1:${server.address().port}`;
const server = createServer(main);
await Promise.all([server, behind].map((each) => new Promise((resolve) => each.listen(0, "127.0.0.1", resolve))));

const post = async (path, body, headers = {}) => {
  const sent = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  return (await fetch(urlOf(server) + path, sent)).text();
};
const PARENT = { traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01`, baggage: "tenant=7" };
const OWN = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };

const WORK = {
  async context() {
    await Promise.all(Array.from({ length: 20 }, (_item, nth) => post("/observe", { name: `observation ${nth}` })));
    await post("/observe", { name: "below" }, PARENT);
    await post("/raw", "x".repeat(200_000), { ...PARENT, "content-type": "text/plain" });
    return { failing: await text((await fetch(`${urlOf(server)}/failing`)).body) };
  },
  async headers() {
    const answers = {};
    for (const sender of Object.keys(SENDERS)) {
      answers[sender] = {
        passedOn: await post(`/behind/${sender}`, { name: sender }, PARENT),
        own: await post(`/behind/${sender}`, { headers: OWN }),
        outside: await SENDERS[sender](urlOf(behind)),
      };
    }
    return answers;
  },
};

const result = await WORK[process.argv[2]]();
console.log(JSON.stringify(result));
server.close();
behind.close();
