// Most runs of models at a time: those of one project leave room to the others.
import { basicAuthorization } from "@svc/core/internal";
import { startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type HttpServer, startHttpServer } from "../../../support/http/http-server.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";
import { playgroundOf } from "../../../support/server/playground-runs.ts";

const RUN = {
  connection: "openai",
  model: "gpt-4o-mini",
  messages: [{ role: "user", parts: [{ kind: "text", text: "hello" }] }],
};
const VARIABLES = ["OPENAI_API_KEY", "OPENAI_BASE_URL"] as const;
const before = VARIABLES.map((name) => [name, process.env[name]] as const);

let model: HttpServer;
let service: Awaited<ReturnType<typeof organizationKeys>>;
const running: Response[] = [];

beforeAll(async () => {
  // Answers nothing, so that a run goes on until it is left.
  model = await startHttpServer(() => {});
  Object.assign(process.env, { OPENAI_API_KEY: "sk-planted-0123456789", OPENAI_BASE_URL: model.url });
  service = await organizationKeys(startServer);
});
afterAll(async () => {
  await Promise.all(running.map(async (run) => run.body?.cancel()));
  await service.server.close();
  await model.close();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** Makes a project with a key pair. Returns a function that asks for a run of it. */
async function newProject(name: string): Promise<() => Promise<Response>> {
  const { server, authorization } = service;
  const asOrganization = callsOf(() => server, authorization);
  const { id: projectId } = (await asOrganization("POST", "/projects", { name, retention: 0 })).body;
  const { publicKey, secretKey } = (await asOrganization("POST", `/projects/${projectId}/apiKeys`, {})).body;
  return async () => {
    const response = await fetch(`${playgroundOf({ url: server.url, projectId })}/runs`, {
      method: "POST",
      headers: {
        authorization: basicAuthorization(String(publicKey), String(secretKey)),
        "content-type": "application/json",
        origin: server.url,
      },
      body: JSON.stringify(RUN),
    });
    if (response.ok) running.push(response);
    return response;
  };
}

const refusal = async (response: Response): Promise<unknown[]> => [
  response.status,
  response.headers.get("retry-after"),
  ((await response.json()) as { message: string }).message,
];

it("runs of a project are at most 8 at a time, and those of all projects 32", async () => {
  const [first, ...others] = await Promise.all(["Ants", "Bees", "Cats", "Dogs", "Eels"].map(newProject));
  const [last] = others.splice(-1);
  const eight = async (run: () => Promise<Response>): Promise<number[]> =>
    Promise.all(Array.from({ length: 8 }, async () => (await run()).status));
  const all = Array.from({ length: 8 }, () => 200);
  expect(await eight(first!)).toEqual(all);
  expect(await refusal(await first!())).toEqual([
    429,
    "5",
    expect.stringContaining("This project has 8 runs") as string,
  ]);
  for (const run of others) expect(await eight(run)).toEqual(all);
  expect(await refusal(await last!())).toEqual([503, "5", expect.stringContaining("together have 32 runs") as string]);
  // A run that is left makes room.
  await running[0]!.body?.cancel();
  await vi.waitFor(async () => expect((await last!()).status).toBe(200), { timeout: 15_000, interval: 50 });
});
