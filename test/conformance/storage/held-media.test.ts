// Media stay while a text that people keep refers to them, whatever removes the traces that brought them, on every engine.
import { createHash, randomBytes } from "node:crypto";
import { SvcClient } from "@svc/client";
import { LOCAL_KEYS } from "@svc/core/internal";
import { startServer } from "@svc/server";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answered, type Call, callsOf } from "../../support/server/api-calls.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { runCommand } from "../../support/server/server-command.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { COMBINED_ENGINES } from "../../support/storage/storage-engines.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const DAY_MS = 86_400_000;
const LONG_AGO = Date.now() - 40 * DAY_MS;

interface Stored {
  traceId: string;
  mediaId: string;
  reference: string;
  bytes: Buffer;
}

/** Kind of text that holds media: how a text with a reference is stored and, where a text can be deleted, how it is. */
interface Holder {
  name: string;
  store(call: Call, reference: string, own: string): Promise<Answered | undefined>;
  remove?(call: Call, own: string): Promise<Answered>;
}

const item = (fields: (reference: string) => object): Holder["store"] => {
  return async (call, reference, own) =>
    call("POST", "/dataset-items", { datasetName: "held", id: own, ...fields(reference) });
};
const prompt = (fields: (reference: string) => object): Pick<Holder, "store" | "remove"> => ({
  store: async (call, reference, own) =>
    call("POST", "/v2/prompts", { name: own, prompt: "text", ...fields(reference) }),
  remove: async (call, own) => call("DELETE", `/v2/prompts/${own}`),
});

const HOLDERS: readonly Holder[] = [
  {
    name: "the input of a dataset item",
    store: item((reference) => ({ input: { messages: [{ image: reference }] } })),
  },
  { name: "the expected output of a dataset item", store: item((reference) => ({ expectedOutput: reference })) },
  { name: "the metadata of a dataset item", store: item((reference) => ({ metadata: { a: [1, reference] } })) },
  {
    name: "a longer text of a dataset item",
    store: item((reference) => ({ input: `"See" @@@svcMedia:broken and ![it](${reference}) twice ${reference}` })),
  },
  {
    name: "JSON in a text of a dataset item",
    store: item((reference) => ({ input: JSON.stringify({ parts: [JSON.stringify({ image: reference })] }) })),
  },
  {
    name: "an earlier version of a dataset item",
    async store(call, reference, own) {
      await item(() => ({ input: reference }))(call, reference, own);
      return item(() => ({ input: "without" }))(call, reference, own);
    },
  },
  {
    name: "a deleted dataset item, whose versions are read as of a time",
    async store(call, reference, own) {
      await item(() => ({ input: reference }))(call, reference, own);
      return call("DELETE", `/dataset-items/${own}`);
    },
  },
  {
    name: "the metadata of a dataset",
    store: async (call, reference, own) => call("POST", "/v2/datasets", { name: own, metadata: { cover: reference } }),
  },
  { name: "the text of a prompt", ...prompt((reference) => ({ prompt: `Compare with ${reference}` })) },
  {
    name: "a message of a chat prompt",
    ...prompt((reference) => ({ type: "chat", prompt: [{ role: "user", content: reference }] })),
  },
  { name: "the config of a prompt", ...prompt((reference) => ({ config: { example: [reference] } })) },
  {
    name: "an earlier version of a prompt",
    async store(call, reference, own) {
      await prompt(() => ({ prompt: reference })).store(call, reference, own);
      return prompt(() => ({ prompt: "without" })).store(call, reference, own);
    },
    remove: async (call, own) => call("DELETE", `/v2/prompts/${own}?version=1`),
  },
  {
    name: "a comment on something else",
    async store(call, reference, own) {
      const { body } = await call("POST", "/v2/prompts", { name: own, prompt: "text" });
      const { body: project } = await call("GET", "/projects");
      return call("POST", "/comments", {
        projectId: project.data[0]?.id,
        objectType: "PROMPT",
        objectId: body.id,
        content: `Like this: ${reference}.`,
      });
    },
  },
  {
    name: "the prompt of an evaluator",
    store: async (call, reference, own) =>
      call("POST", "/v2/evaluators", {
        name: own,
        type: "llm_as_judge",
        prompt: `Is {{answer}} like ${reference}?`,
        outputDefinition: { dataType: "NUMERIC", minValue: 0, maxValue: 1 },
      }),
  },
];

describeOnEngines(COMBINED_ENGINES, "held media", (service) => {
  const call = callsOf(() => service().server);
  let last = 0;
  beforeAll(async () => {
    await call("POST", "/v2/datasets", { name: "held" });
  });

  /** Stores a trace that began at a time, with media that only it has brought. */
  async function trace(start: number): Promise<Stored> {
    const server = service().server;
    const traceId = randomBytes(16).toString("hex");
    const bytes = randomBytes(100);
    const sha256Hash = createHash("sha256").update(bytes).digest("base64");
    const announced = { contentType: "image/png", contentLength: bytes.length, sha256Hash, traceId, field: "input" };
    const { body } = await call("POST", "/media", announced);
    const mediaId = String(body["mediaId"]);
    const headers = { "content-type": "image/png", "x-amz-checksum-sha256": sha256Hash };
    const put = await fetch(String(body["uploadUrl"]), { method: "PUT", headers, body: bytes });
    const noted = { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200, uploadTimeMs: 1 };
    const { status } = await call("PATCH", `/media/${mediaId}`, noted);
    await send(server, { spans: [{ traceId, start, end: start + 1 }] });
    expect([put.status, status]).toEqual([200, 200]);
    return { traceId, mediaId, reference: `@@@svcMedia:type=image/png|id=${mediaId}|source=bytes@@@`, bytes };
  }

  const own = (): string => `own-${(last += 1)}`;
  const statusOf = async ({ mediaId }: Stored): Promise<number> => (await call("GET", `/media/${mediaId}`)).status;
  const stored = async (answer: Promise<Answered | undefined>): Promise<void> => {
    expect([200, 201]).toContain((await answer)?.status);
  };
  const prune = async (): Promise<string> => {
    const { code, stdout, stderr } = await service().command("prune");
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };

  /** Removals of traces, which began at this time, and what they answer or print. */
  const REMOVALS: ReadonlyArray<
    [name: string, start: number, remove: (traceIds: string[]) => Promise<string>, expected: string]
  > = [
    [
      "their traces are deleted, alone or together",
      Date.now(),
      async ([first, ...traceIds]) => {
        expect((await call("DELETE", `/traces/${first}`)).status).toBe(200);
        return String((await call("DELETE", "/traces", { traceIds })).status);
      },
      "200",
    ],
    ["svc-server prune removes old traces", LONG_AGO, prune, "removed 1 media that nothing uses any more"],
  ];

  test.each(REMOVALS)("stay when %s, and the client resolves them", async (_name, start, remove, expected) => {
    // No command reaches data in memory.
    if (start === LONG_AGO && service().dataDirectory === undefined) return;
    const all: Stored[] = [];
    for (const { store } of HOLDERS) {
      const media = await trace(start);
      await stored(store(call, media.reference, own()));
      all.push(media);
    }
    const free = await trace(start);
    const said = await remove([...all, free].map(({ traceId }) => traceId));
    expect(said).toContain(expected);
    const statuses: Array<[holder: string, status: number]> = [["nothing", await statusOf(free)]];
    for (const [index, media] of all.entries()) statuses.push([HOLDERS[index]!.name, await statusOf(media)]);
    expect(statuses).toEqual([["nothing", 404], ...HOLDERS.map(({ name: holder }) => [holder, 200])]);
    const client = new SvcClient({ ...LOCAL_KEYS, baseUrl: service().server.url });
    const resolved = await client.media.resolveReferences({
      obj: all.map(({ reference }) => reference),
      resolveWith: "base64DataUri",
    });
    expect(resolved).toEqual(all.map(({ bytes }) => `data:image/png;base64,${bytes.toString("base64")}`));
  });

  describe("without the text", () => {
    test.each(HOLDERS.filter(({ remove }) => remove !== undefined))(
      "media of $name go with the last trace",
      async ({ store, remove }) => {
        const media = await trace(Date.now());
        const name = own();
        await stored(store(call, media.reference, name));
        expect((await remove?.(call, name))?.status).toBe(204);
        expect(await statusOf(media)).toBe(200);
        expect((await call("DELETE", `/traces/${media.traceId}`)).status).toBe(200);
        expect(await statusOf(media)).toBe(404);
      },
    );

    test("media whose traces are gone go at the next removal", async ({ skip }) => {
      skip(service().dataDirectory === undefined, "no command reaches data in memory");
      const media = await trace(Date.now());
      const holder = HOLDERS.find(({ remove }) => remove !== undefined);
      const name = own();
      await stored(holder!.store(call, media.reference, name));
      await call("DELETE", `/traces/${media.traceId}`);
      await prune();
      expect(await statusOf(media)).toBe(200);
      await holder!.remove?.(call, name);
      expect(await prune()).toContain("removed 1 media that nothing uses any more");
      expect(await statusOf(media)).toBe(404);
    });
  });

  test("an item that is created while the last trace is deleted has its media, or is refused", async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const media = await trace(Date.now());
      const [created] = await Promise.all([
        item((reference) => ({ input: reference }))(call, media.reference, own()),
        call("DELETE", `/traces/${media.traceId}`),
      ]);
      outcomes.push(`${created?.status} ${await statusOf(media)}`);
    }
    expect(outcomes.filter((outcome) => !["200 200", "400 404"].includes(outcome))).toEqual([]);
  });

  test("a moved service has counted the texts that hold media", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "no command reaches data in memory");
    const media = await trace(Date.now());
    await stored(item((reference) => ({ input: reference }))(call, media.reference, own()));
    const { stdout } = await service().command("export", "--all");
    const dataDirectory = folderOfTest("moved");
    expect((await runCommand(["import", "--data", dataDirectory], stdout)).code).toBe(0);
    const moved = await startServer({ port: 0, dataDirectory, openToThisMachine: true });
    const callMoved = callsOf(() => moved);
    expect((await callMoved("DELETE", `/traces/${media.traceId}`)).status).toBe(200);
    expect((await callMoved("GET", `/media/${media.mediaId}`)).status).toBe(200);
    await moved.close();
  });
});
