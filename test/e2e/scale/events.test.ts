// Two services share observations in ClickHouse and documents in PostgreSQL. A reader of one sees what the other stores.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningServer } from "@svc/server";
import { installed } from "../../support/application/installation.ts";
import { AUTHORIZATION, send } from "../../support/server/otlp-calls.ts";
import { type ServerCommand, addressIn, startCommand } from "../../support/server/server-command.ts";
import { type ClickHouseServer, startClickHouse } from "../../support/storage/clickhouse-server.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../support/storage/postgres-server.ts";

/** Time for the start, in milliseconds. The first time, the engine of ClickHouse is installed. */
const START_TIMEOUT_MS = 300_000;

let missing = "";
let clickHouse: ClickHouseServer | undefined;
let postgres: PostgresServer | undefined;
const commands: ServerCommand[] = [];
const servers: RunningServer[] = [];

beforeAll(async () => {
  const found = await postgresPrograms();
  if ("missing" in found) {
    ({ missing } = found);
    console.warn(`skipped: ${missing}`);
    return;
  }
  const cwd = await installed("clickhouse");
  [clickHouse, postgres] = await Promise.all([startClickHouse(cwd), startPostgres(found.programs)]);
  const env = { SVC_STORE_URL: clickHouse.url, SVC_DOCUMENTS_URL: postgres.url };
  commands.push(...[1, 2].map(() => startCommand(["--port", "0", "--memory"], env, cwd)));
  for (const { ready } of commands) servers.push({ url: addressIn(await ready) } as RunningServer);
}, START_TIMEOUT_MS);
beforeEach(({ skip }) => skip(missing !== "", missing));
afterAll(async () => {
  for (const { child } of commands) child.kill();
  await Promise.all(commands.map(async ({ finished }) => finished));
  await Promise.all([clickHouse?.close(), postgres?.close()]);
});

/** Reads a stream until it has a text, and returns everything that it had sent. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string): Promise<string> {
  let read = "";
  while (!read.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended without ${text}: ${read}`);
    read += value;
  }
  return read;
}

test.each([
  ["the first", 0, 1],
  ["the second", 1, 0],
])(
  "a reader of %s service gets what the other one stores, before its stream looks by itself",
  async (_, one, other) => {
    const headers = { authorization: AUTHORIZATION };
    const response = await fetch(`${servers[one]?.url}/api/local/observations/events`, { headers });
    expect(response.status).toBe(200);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await readUntil(reader, "as they are stored");
    for (const name of ["first", "second", "third"]) {
      const spanId = Buffer.from(`${name}${one} span`).toString("hex").slice(0, 16);
      await send(servers[other] as RunningServer, { spans: [{ traceId: `${one + 1}`.repeat(32), spanId, name }] });
      const seen = await readUntil(reader, `"name":"${name}"`);
      // With each of its own looks, the stream sends this comment first.
      expect(seen).not.toContain("nothing new");
    }
    await reader.cancel();
  },
);
