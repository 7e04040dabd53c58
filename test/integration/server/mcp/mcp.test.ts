import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programOutput } from "../../../support/application/run-application.ts";
import { ROOT as ROOT_FOLDER, SERVER_PROGRAM } from "../../../support/paths.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { withoutFrame } from "../../../support/server/mcp-results.ts";
import { AUTHORIZATION, type TestSpan, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const LONG_TRACE = "1af7651916cd43dd8448eb211c80319c";
const [ROOT, CALL, TOOL] = ["b7ad6b7169203331", "b7ad6b7169203332", "b7ad6b7169203333"];
const START = Date.now() - 60_000;
const DOCUMENT = `${"The shelf is long. ".repeat(3_000)}End of the document.`;
const OWN_KEYS = { publicKey: "pk-own", secretKey: "sk-own" };

const SPANS: readonly TestSpan[] = [
  {
    spanId: ROOT,
    name: "answer a customer",
    start: START,
    end: START + 1_500,
    attributes: { "user.id": "ann", "session.id": "monday", "svc.observation.input": "Where is order 1042?" },
  },
  {
    spanId: CALL,
    parentSpanId: ROOT,
    name: "chat",
    start: START + 100,
    end: START + 400,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "gpt-4.1-mini",
      "gen_ai.usage.input_tokens": 36,
      "gen_ai.usage.output_tokens": 40,
      "svc.observation.output": DOCUMENT,
      "svc.observation.metadata.note": JSON.stringify("n".repeat(500)),
    },
  },
  {
    spanId: TOOL,
    parentSpanId: ROOT,
    name: "order_status",
    start: START + 500,
    end: START + 900,
    attributes: { "gen_ai.operation.name": "execute_tool" },
    status: { code: 2, message: "no such order" },
  },
];

const idOf = (number: number): string => number.toString(16).padStart(16, "0");

const LONG_SPANS = Array.from({ length: 150 }, (_, place): TestSpan => ({
  traceId: LONG_TRACE,
  spanId: idOf(place + 1),
  ...(place > 0 && { parentSpanId: idOf(1) }),
  name: `step ${place + 1}`,
  start: START - 100_000 + place,
  end: START - 90_000,
  attributes: { "svc.observation.input": `input ${place + 1} ${"x".repeat(300)}` },
}));

const server = serverOfAllTests({ keys: OWN_KEYS, openToThisMachine: true });
beforeAll(async () => {
  await send(server, { spans: [...SPANS] });
  await send(server, { spans: LONG_SPANS });
  const call = callsOf(() => server);
  const prompt = { name: "support/answer", prompt: "Help {{customer}}.", labels: ["production"], tags: ["shop"] };
  await call("POST", "/v2/prompts", prompt);
});

interface Called {
  isError?: boolean | undefined;
  text: string;
}

interface AnyClient {
  listTools(): Promise<{
    tools: Array<{ name: string; description?: string | undefined; annotations?: object | undefined }>;
  }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

type Connect = () => Promise<AnyClient>;

const INFO = { name: "test", version: "1.0.0" };
const endpoint = (): URL => new URL(`${server.url}/mcp`);

const CLIENTS: ReadonlyArray<readonly [kind: string, connect: Connect]> = [
  [
    "HTTP, protocol of 2026",
    async () => {
      const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await client.connect(new StreamableHTTPClientTransport(endpoint()));
      return client;
    },
  ],
  [
    "HTTP, first generation of the client, with keys",
    async () => {
      const client = new OldClient(INFO);
      const headers = { authorization: basicAuthorization(OWN_KEYS.publicKey, OWN_KEYS.secretKey) };
      await client.connect(new OldTransport(endpoint(), { requestInit: { headers } }));
      return client;
    },
  ],
  [
    "stdio",
    async () => {
      const client = new Client(INFO);
      const env = { SVC_BASE_URL: server.url };
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER_PROGRAM, "mcp"], env }));
      return client;
    },
  ],
];

describe.each(CLIENTS)("%s", (_kind, connect) => {
  let client: AnyClient;

  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Called> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return {
      isError: isError as boolean | undefined,
      text: withoutFrame((content as Array<{ text: string }>)[0]!.text),
    };
  };

  it("has tools that only read", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_traces",
      "read_trace",
      "read_observation",
      "query_metrics",
      "list_prompts",
      "read_prompt",
    ]);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  });

  it("finds the failed trace", async () => {
    const { text } = await call("search_traces", { errorsOnly: true });
    expect(text).toMatch(
      new RegExp(
        `^trace ${TRACE}  "answer a customer"  \\S+\\n  1\\.50 s; 3 observations; 1 error; 76 tokens; \\$\\S+; user "ann"; session "monday";`,
      ),
    );
    expect(text).not.toContain(LONG_TRACE);
  });

  it("says how to search on", async () => {
    const { text } = await call("search_traces", { limit: 1 });
    const until = /"until": "([^"]+)"/.exec(text)?.[1];
    expect((await call("search_traces", { until, limit: 1, name: "step" })).text).toContain(LONG_TRACE);
  });

  it("reads a trace as a tree", async () => {
    const { text } = await call("read_trace", { traceId: `${server.url}/project/svc-local/traces/${TRACE}` });
    const lines = text.split("\n");
    expect(lines[1]).toContain('3 observations; user "ann"; session "monday"');
    expect(lines[1]).toContain("failed: 3");
    expect(lines.slice(3)).toEqual([
      `1. span "answer a customer" [${ROOT}] 1.50 s`,
      '   in:  "Where is order 1042?"',
      expect.stringMatching(
        new RegExp(`^  2\\. generation "chat" \\[${CALL}\\] model "gpt-4.1-mini"; 36 → 40 tokens; \\$\\S+; 0.30 s$`),
      ),
      expect.stringMatching(/^ {5}out: "The shelf is long\. .{381}"… \(57,020 characters\)$/),
      `  3. tool "order_status" [${TOOL}] 0.40 s; ERROR: "no such order"`,
    ]);
  });

  it("reads a long trace to its end in parts", async () => {
    const names: string[] = [];
    for (let from: number | undefined = 1; from !== undefined;) {
      const { text } = await call("read_trace", { traceId: LONG_TRACE, from });
      expect(text.length).toBeLessThan(25_000);
      names.push(...Array.from(text.matchAll(/^ *\d+\. span "(step \d+)"/gm), ([, name]) => name!));
      const next = /"from": (\d+)/.exec(text)?.[1];
      from = next === undefined ? undefined : Number(next);
    }
    expect(names).toEqual(LONG_SPANS.map(({ name }) => name));
  });

  it("reads a long output to its end in parts", async () => {
    let output = "";
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { text } = await call("read_observation", { observationId: CALL, traceId: TRACE, part: "output", offset });
      output += text.replace(/\n\[Characters .*\]$/, "");
      const next = /"offset": (\d+)/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(output).toBe(DOCUMENT);
  });

  it("reads whole values of metadata", async () => {
    const { text } = await call("read_observation", { observationId: CALL, part: "metadata" });
    expect(JSON.parse(text)).toMatchObject({ note: "n".repeat(500) });
  });

  it("lists prompts and reads one", async () => {
    expect((await call("list_prompts")).text).toMatch(
      /^prompt "support\/answer" {2}text; versions 1; labels "latest", "production"; tags "shop"; changed /,
    );
    expect((await call("read_prompt", { name: "support/answer" })).text).toContain("prompt:\nHelp {{customer}}.");
  });

  it("adds up", async () => {
    const metrics = [{ measure: "totalTokens", aggregation: "sum" }];
    const { text } = await call("query_metrics", {
      metrics,
      dimensions: ["providedModelName"],
      filter: [{ type: "string", column: "type", operator: "=", value: "GENERATION" }],
    });
    expect(JSON.parse(text)).toMatchObject({ providedModelName: "gpt-4.1-mini", sum_totalTokens: 76 });
  });

  it("adds up by the days of a time zone", async () => {
    const { text } = await call("query_metrics", {
      metrics: [{ measure: "count", aggregation: "count" }],
      granularity: "day",
      timezone: "Asia/Kolkata",
    });
    const days = text.split("\n").map((line) => JSON.parse(line) as { time_dimension: string });
    expect(days.length).toBeGreaterThan(6);
    expect(days.filter(({ time_dimension: start }) => !start.endsWith("T18:30:00.000Z"))).toEqual([]);
  });

  it.each([
    ["an unknown trace", "read_trace", { traceId: "ff" }, "There is no trace ff in this project. search_traces lists"],
    ["an unknown prompt", "read_prompt", { name: "none" }, "status 404: Prompt not found: none"],
    [
      "an unknown measure",
      "query_metrics",
      { metrics: [{ measure: "price", aggregation: "sum" }] },
      "Invalid measure price: the view observations has count, traceId",
    ],
    [
      "an unknown column",
      "search_traces",
      { filter: [{ type: "string", column: "x", operator: "=", value: "y" }] },
      "status 400",
    ],
    [
      "an unknown time zone",
      "query_metrics",
      { metrics: [{ measure: "count", aggregation: "count" }], granularity: "day", timezone: "Mars/Olympus" },
      '"Mars/Olympus" is no time zone',
    ],
    [
      "a time zone without steps",
      "query_metrics",
      { metrics: [{ measure: "count", aggregation: "count" }], timezone: "UTC" },
      "timezone goes with granularity",
    ],
    ["a misspelt property", "search_traces", { modell: "x" }, "additional properties"],
  ])("says what to do about %s", async (_what, name, input, message) => {
    const { isError, text } = await call(name, input);
    expect(text).toContain(message);
    expect(isError).toBe(true);
  });
});

describe("access to /mcp", () => {
  const ask = async (headers: Record<string, string>): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const accept = "application/json, text/event-stream";
    const sent = { "content-type": "application/json", accept, ...headers };
    return (await fetch(endpoint(), { method: "POST", headers: sent, body })).status;
  };

  it.each([
    ["no keys on this machine", {}, 200],
    ["the key pair", { authorization: AUTHORIZATION }, 200],
    ["a wrong secret key", { authorization: basicAuthorization(LOCAL_KEYS.publicKey, "wrong") }, 401],
    ["the public key alone", { authorization: `Bearer ${LOCAL_KEYS.publicKey}` }, 403],
    ["a page of another origin", { origin: "https://example.com" }, 401],
  ])("with %s", async (_what, headers, status) => {
    expect(await ask(headers as Record<string, string>)).toBe(status);
  });
});

it("says over stdio how to start a service that is not there", async () => {
  const client = new Client(INFO);
  const env = { SVC_BASE_URL: "http://127.0.0.1:9" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER_PROGRAM, "mcp"], env }));
  const { content, isError } = await client.callTool({ name: "search_traces", arguments: {} });
  await client.close();
  expect(isError).toBe(true);
  expect(content).toEqual([
    { type: "text", text: expect.stringContaining('Start the local service with "npx @svc/server"') },
  ]);
});

describe("the skill file", () => {
  it("is given without keys, names this service, and names tools and commands that there are", async () => {
    const response = await fetch(`${server.url}/skill.md`);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(/^---\nname: [a-z-]+\ndescription: .{20,1000}\n---\n/);
    expect(text).toContain(`${server.url}/mcp`);

    const client = new Client({ name: "reader", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const { tools } = await client.listTools();
    await client.close();
    const named = [...text.matchAll(/`((?:search|read|query|list)_\w+)`/g)].map(([, name]) => name!);
    expect(named.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());

    const usage = await programOutput({ cwd: ROOT_FOLDER, args: ["register/dist/svc.cjs", "--help"] });
    const commands = [...text.matchAll(/^npx @svc\/register (\w+)/gm)].map(([, name]) => name!);
    expect(commands).toContain("doctor");
    for (const command of commands) expect(usage).toContain(command);
  });
});
