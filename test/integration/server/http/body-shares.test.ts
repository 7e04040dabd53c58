// Bodies that are held back, and many large exports at once: what one project or a web page sends keeps nobody else from sending.
import { type ClientRequest, request } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import { expect, it } from "vitest";
import { ProjectTurns } from "../../../../src/server/storage/project-turns.ts";
import { send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

/** More bodies of nearly a megabyte than the share of a public key takes. */
const BODIES = 20;
const BODY = Buffer.alloc(900_000, " ");

const server = serverOfAllTests();

const headers = { authorization: `Bearer ${LOCAL_KEYS.publicKey}`, "content-type": "application/json" };

/** Sends a score whose body is as large as one may be. */
async function sendScore(authorization: string): Promise<number> {
  const body = JSON.stringify({ name: "helpful", value: 1, traceId: "a".repeat(32) }).padEnd(990_000);
  const init = { method: "POST", headers: { ...headers, authorization }, body };
  return (await fetch(`${server.url}/api/public/scores`, init)).status;
}

it("bodies that a web page holds back leave memory for the keys of the project", async () => {
  const hold = (): ClientRequest => {
    const sent = request(`${server.url}/api/public/scores`, {
      method: "POST",
      headers: { ...headers, "content-length": BODY.length + 1 },
    });
    sent.on("error", () => {});
    sent.write(BODY);
    return sent;
  };
  const held = Array.from({ length: BODIES }, hold);
  let status = 200;
  // Until the bodies have arrived. One that met the body of a score was refused, and gave its memory back.
  while (status === 200) {
    status = await sendScore(headers.authorization);
    held.push(hold());
  }
  expect(status).toBe(503);
  const { publicKey, secretKey } = LOCAL_KEYS;
  expect(await sendScore(`Basic ${btoa(`${publicKey}:${secretKey}`)}`)).toBe(200);
  await send(server, { spans: [{ traceId: "b".repeat(32), name: "kept" }] });
  for (const one of held) one.destroy();
  // Until their memory is given back.
  while (status === 503) status = await sendScore(headers.authorization);
  expect(status).toBe(200);
});

it("exports of projects take turns, whatever one of them has waiting", async () => {
  const turns = new ProjectTurns(4 * 1024 * 1024);
  const stored: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const LARGE = 16 * 1024 * 1024;
  const store = async (projectId: string, name: string, bytes: number): Promise<void> =>
    turns.run(projectId, bytes, async () => {
      await gate;
      stored.push(name);
    });
  const all = [
    ...["a1", "a2", "a3", "a4"].map(async (name) => store("a", name, LARGE)),
    store("b", "b1", 100),
    store("c", "c1", 100),
    store("b", "b2", 100),
  ];
  open();
  await turns.settled();
  // The second was the first to wait.
  expect(stored).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  await Promise.all(all);
});
