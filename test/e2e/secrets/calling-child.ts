// Uses every planted secret as applications do, under the preload: in the headers, cookies and addresses of requests, as the key of a
// model's provider, and as the key of the service. Writes the errors it gets to standard output, with every field that can be seen.
import { SvcClient } from "@svc/client";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import OpenAI from "openai";

const { PLANTED } = process.env;
const secrets = JSON.parse(PLANTED!) as Record<string, string>;
const show = (error: unknown): void =>
  console.log(inspect(error, { depth: 8, showHidden: true, maxStringLength: null }));

const server = createServer((_request, response) => {
  startObservation("handled").end();
  response.setHeader("set-cookie", `session=${secrets["cookie of an answer"]}; HttpOnly`);
  response.end("answer");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

/** Headers of a request that carry credentials. */
const headersOf = (credential: string): Record<string, string> => ({
  authorization: `Bearer ${credential}`,
  "proxy-authorization": `Basic ${Buffer.from(`user:${credential}`).toString("base64")}`,
  "x-api-key": credential,
  "x-goog-api-key": credential,
  "api-key": credential,
  cookie: `session=${secrets["cookie of a request"]}`,
});

await (
  await fetch(`http://127.0.0.1:${port}/fetched`, { headers: headersOf(secrets["credential of an incoming request"]!) })
).text();
await new Promise<void>((resolve, reject) => {
  const auth = `user:${secrets["password in the address of an outgoing request"]}`;
  const url = `http://${auth}@127.0.0.1:${port}/got?X-Amz-Signature=${secrets["credential of an outgoing request"]}`;
  get(url, { headers: { cookie: `session=${secrets["cookie of a request"]}` } }, (response) =>
    response.resume().once("end", resolve),
  ).once("error", reject);
});
server.close();

const model = new OpenAI({
  maxRetries: 0,
  defaultHeaders: { "x-gateway-key": secrets["credential of an outgoing request"]! },
});
for (const path of ["", "/refused"]) {
  const baseURL = `${process.env["OPENAI_BASE_URL"]}${path}`;
  const answer = model.withOptions({ baseURL }).chat.completions.create({
    model: "gpt-4o-mini",
    messages: [{ role: "user", content: "Say hello." }],
  });
  // The error of the provider's package is the application's own: it shows what it likes.
  await answer.catch(() => console.log("The model refused."));
}

// Error of the application's own code, with the address of a request in them.
const address = `https://user:${secrets["password in the address of an outgoing request"]}@storage.example/file?sig=${secrets["credential of an outgoing request"]}`;
await startActiveObservation("own step", async () => {
  await Promise.resolve();
  throw new Error(`no file at ${address}#access_token=${secrets["credential of an outgoing request"]}`);
}).catch(() => console.log("The step failed."));

const client = new SvcClient();
client.score.create({ name: "n", value: 1, traceId: "0".repeat(31) + "1" });
await client.prompt.get("absent", { maxRetries: 0 }).catch(show);
await client.api.datasets.list({}, { maxRetries: 0 }).catch(show);
console.log(inspect(client, { depth: 8, showHidden: true }));
spawnSync(process.execPath, ["--eval", "0"]);
await client.flush();
