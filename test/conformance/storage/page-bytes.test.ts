// Lists of records that are long together, each within its own limit: every engine refuses a page without room for them before it
// reads them all, and reads smaller pages and each record.
import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { beforeAll, expect, test } from "vitest";
import { type Answered, type Call, callsOf } from "../../support/server/api-calls.ts";
import { datasetCallsOf } from "../../support/server/dataset-calls.ts";
import { promptCallsOf } from "../../support/server/prompt-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { DOCUMENT_ENGINES, OBSERVATION_ENGINES } from "../../support/storage/storage-engines.ts";

interface LongList {
  name: string;
  /** Path of the list, with a query. */
  path: string;
  /** Number of records: more than a page has room for. */
  count: number;
  /** Number of the first records that a page has room for. */
  fitting: number;
  create(call: Call, index: number): Promise<Answered>;
  pathOf(record: Record<string, unknown>): string;
}

const LISTS: readonly LongList[] = [
  {
    name: "items of a dataset",
    path: "/dataset-items?datasetName=long",
    count: 6,
    fitting: 4,
    create: async (call) => datasetCallsOf(call).item("long", { input: "a".repeat(4_000_000) }),
    pathOf: ({ id }) => `/dataset-items/${id as string}`,
  },
  {
    name: "items with characters of several bytes",
    path: "/dataset-items?datasetName=wide",
    count: 6,
    fitting: 4,
    create: async (call) => datasetCallsOf(call).item("wide", { metadata: ["\u4E16".repeat(1_300_000)] }),
    pathOf: ({ id }) => `/dataset-items/${id as string}`,
  },
  {
    name: "datasets with metadata",
    path: "/v2/datasets?",
    count: 20,
    fitting: 18,
    create: async (call, index) => datasetCallsOf(call).dataset(`set ${index}`, { metadata: "a".repeat(900_000) }),
    pathOf: ({ name }) => `/v2/datasets/${encodeURIComponent(name as string)}`,
  },
  {
    name: "prompts with a config",
    path: "/v2/prompts?",
    count: 20,
    fitting: 18,
    create: async (call, index) =>
      promptCallsOf(call).create(`prompt ${index}`, "text", { config: { long: "a".repeat(900_000) } }),
    pathOf: ({ name }) => `/v2/prompts/${encodeURIComponent(name as string)}?label=latest`,
  },
];

describeOnEngines(DOCUMENT_ENGINES, "pages of long records", (service) => {
  const call = callsOf(() => service().server);

  test.each(LISTS)("$name", async ({ path, count, fitting, create, pathOf }) => {
    for (const name of ["long", "wide"]) await datasetCallsOf(call).dataset(name);
    for (let index = 0; index < count; index += 1) expect((await create(call, index)).status).toBeLessThan(300);
    const { status, body } = await call("GET", `${path}&limit=100`);
    expect([status, body.message]).toEqual([413, expect.stringContaining(`The first ${fitting} of them fit`)]);
    const smaller = await call("GET", `${path}&limit=${fitting}`);
    expect([smaller.status, smaller.body.data.length]).toEqual([200, fitting]);
    const [first] = smaller.body.data;
    expect((await call("GET", pathOf(first!))).status).toBe(200);
  });
});

const SPAN_IDS = Array.from({ length: 6 }, (_, index) => `${index + 1}`.repeat(16));
const SCORES = Array.from({ length: 20 }, (_, index) => `score ${index}`);

describeOnEngines(OBSERVATION_ENGINES, "pages of long records with a cursor", (service) => {
  const call = callsOf(() => service().server);

  beforeAll(async () => {
    for (const spanId of SPAN_IDS) {
      const attributes = {
        [svc.OBSERVATION_INPUT]: "a".repeat(4_000_000),
        [svc.EXPERIMENT_ID]: "e1",
        [svc.EXPERIMENT_ITEM_ID]: spanId,
        [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: spanId,
      };
      await send(service().server, { spans: [{ spanId, attributes }] });
    }
    for (const id of SCORES) {
      const metadata = { long: "a".repeat(900_000) };
      await call("POST", "/scores", { id, traceId: "t1", name: "n", value: 1, metadata });
    }
  }, 120_000);

  test.each([
    ["observations", "/v2/observations?fields=core,io", [4, 2]],
    ["items of experiments", "/experiment-items?fields=core,io&fromStartTime=2020-01-01T00:00:00Z", [4, 2]],
    ["scores", "/v3/scores?fields=core,details", [18, 2]],
  ])("have as many %s as there is room for, and the cursor leads to the rest", async (_name, path, lengths) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const behind = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await call("GET", `${path}&limit=100${behind}`);
      expect(status).toBe(200);
      pages.push(body.data.map(({ id, spanId }) => (typeof spanId === "string" ? spanId : id)));
      cursor = body.meta.cursor;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual(lengths);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  });
});
