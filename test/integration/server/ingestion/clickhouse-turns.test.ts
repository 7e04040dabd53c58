// Exports of projects take turns at ClickHouse, whatever one of them has waiting. `body-shares.test.ts` has the turns at the SQLite file.
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { ExportQueue } from "../../../../src/server/engines/clickhouse/write/export-queue.ts";
import { ModelMatcher } from "../../../../src/server/ingest/prices/model-matcher.ts";
import { protobufExport } from "../../../support/server/otlp-calls.ts";

it("exports of projects take turns at the inserts into ClickHouse", async () => {
  const inserts: string[][] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const matcher = new ModelMatcher();
  const queue = new ExportQueue({
    models: async () => matcher,
    store: async (observations) => {
      inserts.push([...new Set(observations.map(({ projectId }) => projectId))]);
      await gate;
    },
    decodesMetadata: true,
  });
  const bodyOf = (count: number): Uint8Array =>
    protobufExport({
      spans: Array.from({ length: count }, (_, index) => ({ spanId: `${index + 1}`.padStart(16, "0") })),
    });
  const add = async (projectId: string, body: Uint8Array): Promise<number> => {
    const source = { projectId, publicKey: null, sdkName: null, sdkVersion: null };
    return (await queue.add({ format: "protobuf", body, source })).status;
  };
  /** Lets the exports become observations, which takes some turns of the event loop. */
  const mapped = async (): Promise<void> => {
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  };
  // Two of them are too many for one insert.
  const large = bodyOf(10_001);
  const all = ["a", "a", "a"].map(async (projectId) => add(projectId, large));
  await vi.waitUntil(() => inserts.length > 0, { timeout: 60_000 });
  await mapped();
  all.push(add("b", bodyOf(1)));
  await mapped();
  open();
  await queue.settled();
  expect(inserts).toEqual([["a"], ["a", "b"], ["a"]]);
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200]);
});
