import { globSync } from "node:fs";
import { join } from "node:path";
import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observations, send, type Value } from "../../support/server/otlp-calls.ts";
import { type Answer, ANSWERS, kindsOf } from "../../support/usage/answers.ts";
import { CONVENTION_DOORS, GIVEN_DOORS } from "./convention-doors.ts";
import type { Door } from "../../support/usage/door.ts";

/** Doors of this SDK's instrumentations, on answers of the provider or framework, plain and streamed: a file for each instrumentation. */
const RECORDED_DOORS = await Promise.all(
  globSync("recorded/*.ts", { cwd: import.meta.dirname })
    .toSorted()
    .map(async (file) => ((await import(join(import.meta.dirname, file))) as { DOORS: readonly Door[] }).DOORS),
);

const DOORS: readonly Door[] = [...RECORDED_DOORS.flat(), ...GIVEN_DOORS, ...CONVENTION_DOORS];

/** Kinds that a door adds because its provider counts them, and that are no tokens. */
const NO_TOKENS = ["inputCharacters"];

const canTell = ({ cannotTell = [] }: Door, { amounts }: Answer): boolean =>
  cannotTell.every((part) => amounts[part] === 0);

let server: RunningServer;
const stored = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  const ids = new Map<string, string>();
  for (const [index, door] of DOORS.entries()) {
    const spans = ANSWERS.filter((answer) => canTell(door, answer)).map((answer, place) => {
      const spanId = (index * 100 + place + 1).toString(16).padStart(16, "0");
      ids.set(spanId, `${door.name}, ${answer.name}`);
      const attributes: Record<string, Value> = {
        [svc.OBSERVATION_TYPE]: "generation",
        "gen_ai.request.model": answer.model,
        ...door.attributes(answer.amounts, answer.model),
      };
      return { spanId, traceId: (index + 1).toString(16).padStart(32, "0"), attributes };
    });
    await send(server, { spans, scope: { name: door.scope ?? "application" } });
  }
  for (const index of DOORS.keys()) {
    const traceId = (index + 1).toString(16).padStart(32, "0");
    const { data } = await observations(server, { traceId, fields: "core,model,usage,metadata" });
    for (const row of data) stored.set(ids.get(String(row["id"]))!, row);
  }
});
afterAll(() => server.close());

describe.each(DOORS)("$name", (door) => {
  test.each(ANSWERS.filter((answer) => canTell(door, answer)))("$name: the same kinds, total and cost", (answer) => {
    const { usageDetails, totalCost, metadata } = stored.get(`${door.name}, ${answer.name}`)!;
    const kinds = { ...(usageDetails as Record<string, number>) };
    for (const kind of NO_TOKENS) delete kinds[kind];
    expect(kinds).toEqual(kindsOf(answer.amounts));
    expect(totalCost).toBe(answer.cost);
    expect(metadata).not.toHaveProperty("svc_problems");
  });
});

test("every door tells of answers, and every answer has doors", () => {
  for (const door of DOORS) expect(ANSWERS.filter((answer) => canTell(door, answer)).length).toBeGreaterThan(1);
  for (const answer of ANSWERS) expect(DOORS.filter((door) => canTell(door, answer)).length).toBeGreaterThan(9);
});
