// Numbers of JSON keep their digits, through every door by which content comes in and goes out, on every engine: JavaScript's own
// numbers would turn an order's id into that of another order.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SvcAPIClient } from "@svc/core/api";
import { LOCAL_KEYS, basicAuthorization, parseExactJson } from "@svc/core/internal";
import { SvcClient } from "@svc/client";
import { expect, test } from "vitest";
import { runCommand } from "../../support/server/server-command.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { OBSERVATION_ENGINES, type EngineService } from "../../support/storage/storage-engines.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const ID = "107505301260286111";

/** Numbers that a JavaScript number would change, and some that it would not, as the service writes them. */
const NUMBERS = [
  ID,
  "9007199254740993",
  "-9223372036854775808",
  "18446744073709551615",
  "123456789012345678901234567890",
  "0.12345678901234567891",
  "-3.14159265358979323846e-7",
  "1e400",
  "-1e400",
  "1e-400",
  "-0",
  "-0.0",
  "0.1",
  "1.5",
  "9007199254740991",
];
const LIST = `[${NUMBERS.join(",")}]`;
const DEEP = `${"[".repeat(480)}${ID}${"]".repeat(480)}`;
/** Content as JSON, and pieces of it that must come back. */
const CONTENT = `{"list":${LIST},"deep":${DEEP},"inner":{"id":${ID}}}`;
const PIECES = [LIST, DEEP, ID];

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const AUTHORIZATION = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
const NOW = Date.now();
const attribute = (key: string, value: string): string => `{"key":"${key}","value":${value}}`;
const text = (json: string): string => `{"stringValue":${JSON.stringify(json)}}`;
const EXPORT = `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"app"},"spans":[{"traceId":"${TRACE}","spanId":"b7ad6b7169203331",
  "name":"numbers","startTimeUnixNano":"${NOW}000000","endTimeUnixNano":"${NOW + 5}000000","attributes":[
  ${[
    attribute("svc.observation.input", text(CONTENT)),
    attribute(
      "svc.observation.output",
      text(`[{"role":"assistant","tool_calls":[{"function":{"arguments":${text(CONTENT)}}}]}]`),
    ),
    attribute("svc.observation.metadata.list", text(LIST)),
    attribute("svc.observation.metadata.nested", text(`{"deeper":{"id":${ID},"deep":${DEEP}}}`)),
    attribute("svc.observation.metadata.top", text(ID)),
    attribute("svc.observation.model.parameters", text(`{"seed":${ID},"list":${LIST}}`)),
    attribute("own.number", `{"intValue":${ID}}`),
    attribute("own.list", `{"arrayValue":{"values":[{"intValue":${ID}}]}}`),
  ].join(",")}]}]}]}]}`;

/** Doors of the API that take content: the request that writes it, with the content at `$`, and what reads it back. */
const DOORS: ReadonlyArray<[door: string, write: [path: string, body: string], reads: readonly string[]]> = [
  [
    "dataset items",
    ["/dataset-items", `{"datasetName":"numbers","id":"one","input":$,"expectedOutput":[$],"metadata":{"m":$}}`],
    ["/dataset-items/one", "/dataset-items?datasetName=numbers"],
  ],
  ["datasets", ["/v2/datasets", `{"name":"numbers","metadata":$}`], ["/v2/datasets/numbers", "/v2/datasets"]],
  [
    "prompts",
    ["/v2/prompts", `{"name":"numbers","prompt":"p","config":$,"labels":["production"]}`],
    ["/v2/prompts/numbers", "/v2/prompts?name=numbers"],
  ],
  [
    "scores",
    ["/scores", `{"id":"s1","traceId":"${TRACE}","name":"n","value":1,"metadata":$}`],
    ["/v3/scores?fields=details"],
  ],
  [
    "scores in a list",
    ["/scores", `[{"id":"s2","traceId":"${TRACE}","name":"n","value":1,"metadata":$}]`],
    ["/v3/scores?fields=details"],
  ],
  [
    "events in a batch",
    [
      "/ingestion",
      `{"batch":[{"id":"e","timestamp":"2026-01-01T00:00:00Z","type":"score-create","body":{"id":"s3","traceId":"${TRACE}","name":"n","value":1,"metadata":$}}]}`,
    ],
    ["/v3/scores?fields=details"],
  ],
  [
    "models",
    [
      "/models",
      `{"modelName":"numbers","matchPattern":"(?i)^numbers$","unit":"TOKENS","inputPrice":1,"tokenizerId":"openai","tokenizerConfig":$}`,
    ],
    ["/models?limit=100&page=1"],
  ],
];

/** Numbers in fields whose type is a number, with the nearest one that a double holds. */
const TYPED = [
  ["0.10000000000000000001", 0.1],
  ["9007199254740992", 2 ** 53],
  ["-0", 0],
] as const;

/** Returns a function that calls the service, and returns the status and the text of the answer. */
function callOf(service: () => EngineService) {
  return async (method: string, path: string, body?: string): Promise<string> => {
    const response = await fetch(`${service().server.url}${path}`, {
      method,
      headers: { authorization: AUTHORIZATION, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body }),
    });
    return `${response.status} ${await response.text()}`;
  };
}

function missingIn(answer: string, pieces: readonly string[] = PIECES): string[] {
  return pieces.filter((piece) => !answer.includes(piece));
}

describeOnEngines(OBSERVATION_ENGINES, "numbers", (service) => {
  const call = callOf(service);

  test.each(DOORS.toSorted(([a]) => (a === "datasets" ? -1 : 0)))(
    "of %s keep their digits",
    async (_door, [path, body], reads) => {
      const written = await call(
        "POST",
        `/api/public${path}`,
        body.replaceAll("$", (place, at: number) => (body[at + 1] === '"' ? place : CONTENT)),
      );
      expect(written).toMatch(/^20[0127] /);
      for (const read of reads) {
        const answer = await call("GET", `/api/public${read}`);
        expect([read, missingIn(answer)]).toEqual([read, []]);
      }
    },
  );

  test("of observations keep their digits: in the API, in events and for agents", async () => {
    const events = await fetch(`${service().server.url}/api/local/observations/events`, {
      headers: { authorization: AUTHORIZATION },
    });
    expect(await call("POST", "/api/public/otel/v1/traces", EXPORT)).toMatch(/^200 /);
    const read = await call("GET", `/api/public/v2/observations?traceId=${TRACE}&fields=core,io,metadata,model`);
    const { data } = parseExactJson(read.slice(4)) as { data: [Record<string, unknown>] };
    const [{ input, output, metadata, modelParameters }] = data;
    expect(input).toBe(CONTENT);
    expect(missingIn(String(output))).toEqual([]);
    expect(JSON.stringify(metadata)).toContain(`"list":${LIST}`);
    expect(JSON.stringify(metadata)).toContain(`"nested.deeper.id":${ID},"nested.deeper.deep":${DEEP}`);
    // The contract: such a number of its own is a text.
    expect(metadata).toMatchObject({ top: ID, "attributes.own.number": ID, "attributes.own.list": [ID] });
    expect(JSON.stringify(modelParameters)).toContain(`{"seed":${ID},`);

    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    let streamed = "";
    while (!streamed.includes('"seed"')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream of events ended: ${events.status} ${streamed}`);
      streamed += value;
    }
    await reader.cancel();
    expect(streamed).toContain(`{"seed":${ID},`);

    const client = new Client({ name: "test", version: "1" });
    const endpoint = new URL(`${service().server.url}/mcp`);
    await client.connect(
      new StreamableHTTPClientTransport(endpoint, { requestInit: { headers: { authorization: AUTHORIZATION } } }),
    );
    const asked = { name: "read_observation", arguments: { traceId: TRACE, observationId: "b7ad6b7169203331" } };
    const { content } = await client.callTool(asked);
    await client.close();
    expect(JSON.stringify(content)).toContain(`nested.deeper.id\\": ${ID}`);
  });

  test.each([
    ["stringObject", `"${ID}"`, 1],
    ["stringObject", '"107505301260286110"', 0],
  ])("of metadata are found by a filter: %s %s", async (type, value, found) => {
    const filter = `[{"type":"${type}","column":"metadata","key":"nested.deeper.id","operator":"=","value":${value}}]`;
    const answer = await call("GET", `/api/public/v2/observations?filter=${encodeURIComponent(filter)}`);
    expect(answer.split(TRACE)).toHaveLength(found + 1);
  });

  /** Sends a score with this value, in both ways. */
  async function sendScore(value: string): Promise<string[]> {
    const body = `{"id":"typed","traceId":"${TRACE}","name":"typed","value":${value}}`;
    const event = `{"id":"e","timestamp":"2026-01-01T00:00:00Z","type":"score-create","body":${body}}`;
    return [
      await call("POST", "/api/public/scores", body),
      await call("POST", "/api/public/ingestion", `{"batch":[${event}]}`),
    ];
  }

  test.each(["9007199254740993", "1e400"])("in a field for a number, %s is refused", async (value) => {
    for (const answer of await sendScore(value)) {
      expect(answer).toContain(`value: the number ${value} cannot be kept exactly`);
    }
  });

  test.each(TYPED)("in a field for a number, %s is kept as %d", async (value, kept) => {
    await sendScore(value);
    const stored = await call("GET", "/api/public/v3/scores?name=typed");
    expect(JSON.parse(stored.slice(4))).toMatchObject({ data: [{ value: kept }] });
  });

  test("in JSON that is nested too deeply are refused", async () => {
    const body = `{"datasetName":"numbers","input":${"[".repeat(501)}${ID}${"]".repeat(501)}}`;
    expect(await call("POST", "/api/public/dataset-items", body)).toMatch(/^400 .*nested deeper than 500 levels/);
  });

  test("of the client keep their digits as bigint, and in answers with a parser of one's own", async () => {
    const client = new SvcClient({ ...LOCAL_KEYS, baseUrl: service().server.url });
    await client.api.datasets.create({ name: "of the client" });
    const input = { id: BigInt(ID), raw: parseExactJson(ID) };
    const item = await client.dataset.createItem({ datasetName: "of the client", id: "two", input });
    // Numbers of JavaScript, which the answer has by default, do not hold it.
    expect(item.input).toEqual({ id: Number(ID), raw: Number(ID) });
    await client.shutdown();
    const { publicKey: username, secretKey: password } = LOCAL_KEYS;
    const options = { baseUrl: service().server.url, username, password };
    const exact = await new SvcAPIClient({ ...options, parseJson: parseExactJson }).datasetItems.get("two");
    expect(JSON.stringify(exact.input)).toBe(`{"id":${ID},"raw":${ID}}`);
  });
});

describeOnEngines([OBSERVATION_ENGINES[0]!], "numbers", (service) => {
  test("keep their digits in exports, in imports and when everything moves", async () => {
    const call = callOf(service);
    await call("POST", "/api/public/v2/datasets", '{"name":"numbers"}');
    await call("POST", "/api/public/dataset-items", `{"datasetName":"numbers","input":${CONTENT}}`);
    await call("POST", "/api/public/otel/v1/traces", EXPORT);
    const { dataDirectory } = service();
    const own = ["--data", dataDirectory!];
    const copy = folderOfTest("numbers");
    const all = await runCommand(["export", "--all", ...own]);
    expect(all.stderr).not.toContain("Error");
    expect(missingIn(all.stdout.replaceAll("\\", ""))).toEqual([]);
    expect((await runCommand(["import", "--data", copy], all.stdout)).code).toBe(0);
    const exports = await Promise.all([own, ["--data", copy]].map(async (data) => runCommand(["export", ...data])));
    expect(exports[1]!.stdout).toBe(exports[0]!.stdout);
    expect(missingIn(exports[0]!.stdout.replaceAll("\\", ""))).toEqual([]);
  });
});
