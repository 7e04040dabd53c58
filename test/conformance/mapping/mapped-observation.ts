import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll } from "vitest";
import {
  type TestExport,
  type TestSpan,
  type Value,
  observation,
  observations,
  send,
} from "../../support/server/otlp-calls.ts";

export type Attributes = Record<string, Value>;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
});
afterAll(async () => server.close());

/** Returns the observation that a span of this scope becomes. */
export async function mapped(
  span: TestSpan,
  scope = "other-tracer",
  more: Partial<TestExport> = {},
): Promise<Record<string, unknown>> {
  await send(server, { spans: [span], scope: { name: scope, version: "1.0.0" }, ...more });
  return observation(server);
}

/** Returns the observation that a span with these attributes becomes. */
export const of = async (attributes: Attributes, scope?: string): Promise<Record<string, unknown>> =>
  mapped({ attributes }, scope);

/** Returns the number of observations that match a condition of the filter language. */
export async function matching(condition: object): Promise<number> {
  return (await observations(server, { filter: JSON.stringify([condition]) })).data.length;
}
