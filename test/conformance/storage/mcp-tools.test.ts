// Tools of the MCP server: each parameter works, on every engine, over HTTP and stdio. A new parameter needs a row.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVER_PROGRAM } from "../../support/paths.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { withoutFrame } from "../../support/server/mcp-results.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { OBSERVATION_ENGINES } from "../../support/storage/storage-engines.ts";
import {
  CALL,
  CALLS,
  COUNT,
  FORGED_CALLS,
  FORGED_PROMPT,
  FORGED_REFUSALS,
  FORGED_SCORES,
  FORGED_SPANS,
  HOSTILE,
  PROBLEMS,
  PROMPTS,
  SCORES,
  SHOP,
  SPANS,
  at,
} from "./mcp-calls.ts";

interface Called {
  readonly isError: boolean;
  readonly text: string;
}

/** Adds the traces and the rows of JSON that stand in a result. */
function readable(called: Called): Called & { traces: unknown[]; rows: unknown[] } {
  const lines = called.text.split("\n");
  return {
    ...called,
    traces: lines.flatMap((line) => /^trace (\w+)/.exec(line)?.[1] ?? []),
    rows: lines.filter((line) => /^\{.*\}$/.test(line)).map((line) => JSON.parse(line) as unknown),
  };
}

interface Schema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly unknown[]; readonly description?: string }>>;
}

const EVERY = OBSERVATION_ENGINES.filter(({ name }) => /in memory|PostgreSQL/.test(name));

describeOnEngines(EVERY, "tools of the MCP server", (service) => {
  const endpoint = (): URL => new URL(`${service().server.url}/mcp`);

  beforeAll(async () => {
    const server = service().server;
    await send(server, { spans: [...SPANS] });
    const call = callsOf(() => server);
    for (const prompt of PROMPTS) await call("POST", "/v2/prompts", prompt);
    await call("POST", "/scores", SCORES);
  });

  const CONNECTIONS: ReadonlyArray<readonly [transport: string, connect: (client: Client) => Promise<void>]> = [
    ["HTTP", async (client) => client.connect(new StreamableHTTPClientTransport(endpoint()))],
    [
      "stdio",
      async (client) => {
        const env = { SVC_BASE_URL: service().server.url };
        await client.connect(
          new StdioClientTransport({ command: process.execPath, args: [SERVER_PROGRAM, "mcp"], env }),
        );
      },
    ],
  ];

  describe.each(CONNECTIONS)("over %s", (transport, connect) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const schemas = new Map<string, Schema>();
    beforeAll(async () => {
      await connect(client);
      for (const { name, inputSchema } of (await client.listTools()).tools) {
        schemas.set(name, inputSchema as unknown as Schema);
      }
    });
    afterAll(() => client.close());

    const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<Called> => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      return { isError: isError === true, text: withoutFrame((content as Array<{ text: string }>)[0]!.text) };
    };

    it("have a call here for each of their parameters", () => {
      const tried = Object.fromEntries(
        Object.entries(CALLS).map(([tool, parameters]) => [tool, Object.keys(parameters).toSorted()]),
      );
      const declared = Object.fromEntries(
        [...schemas].map(([tool, { properties }]) => [tool, Object.keys(properties).toSorted()]),
      );
      expect(tried).toEqual(declared);
    });

    it.each(
      Object.entries(CALLS).flatMap(([tool, parameters]) =>
        Object.entries(parameters).flatMap(([parameter, rows]) =>
          rows.map((row) => [tool, parameter, JSON.stringify(row.input).slice(0, 100), row] as const),
        ),
      ),
    )("%s by %s: %s", async (tool, parameter, _input, row) => {
      const { input, text = /./s, ...lists } = row;
      expect(Object.keys(input)).toContain(parameter);
      expect(readable(await call(tool, input))).toMatchObject({
        isError: false,
        text: expect.stringMatching(text),
        ...lists,
      });
    });

    it.each(PROBLEMS)("say what to do about %s", async (_what, tool, input, message) => {
      const { isError, text } = await call(tool, input);
      expect(text).toMatch(message);
      expect(isError).toBe(true);
    });

    // The calls below ask the API, which gives both transports the same.
    if (transport !== "HTTP") return;

    const allWork = async (
      calls: ReadonlyArray<readonly [tool: string, input: Record<string, unknown>]>,
    ): Promise<void> => {
      const answers = await Promise.all(calls.map(async ([tool, input]) => ({ input, ...(await call(tool, input)) })));
      expect(answers.filter(({ isError }) => isError)).toEqual([]);
    };

    it("take every value that a parameter names, and every example in its description", async () => {
      const required: Readonly<Record<string, Record<string, unknown>>> = {
        read_trace: { traceId: SHOP },
        read_observation: { observationId: CALL },
        query_metrics: { metrics: [COUNT] },
        read_prompt: { name: "long" },
      };
      const inputs = [...schemas].flatMap(([tool, { properties }]) =>
        Object.entries(properties).flatMap(([parameter, { enum: values = [], description = "" }]) => {
          const examples = Array.from(description.matchAll(/\{"[^{}]*\}/g), ([json]) => [JSON.parse(json) as unknown]);
          return [...values, ...examples].map((value) => [tool, { ...required[tool], [parameter]: value }] as const);
        }),
      );
      expect(inputs.length).toBeGreaterThan(15);
      await allWork(inputs);
    });

    it("take every measure and dimension that the description of query_metrics names", async () => {
      const { tools } = await client.listTools();
      const { description = "" } = tools.find(({ name }) => name === "query_metrics")!;
      const views = [...description.matchAll(/([\w-]+): measures ([^;]+); dimensions ([^.]+)\./g)];
      expect(views).toHaveLength(4);
      const inputs = views.flatMap(([, view, measures = "", dimensions = ""]) => {
        const ofMeasures = measures.split(", ").map((measure) => {
          const aggregation = measure === "count" ? "count" : "max";
          return { view, metrics: [{ measure, aggregation }] };
        });
        const ofDimensions = dimensions.split(", ").map((dimension) => {
          const measure = { costType: "costByType", usageType: "usageByType" }[dimension] ?? "count";
          const metrics = [{ measure, aggregation: "count" }];
          return { view, metrics, dimensions: [dimension], orderBy: `count_${measure}` };
        });
        return [ofMeasures, ofDimensions].flat();
      });
      await allWork(inputs.map((input) => ["query_metrics", input] as const));
    });

    it("take a condition on every column that the description of filter names, with a type that the refusal names", async () => {
      const description = schemas.get("search_traces")!.properties["filter"]!.description!;
      const columns = /Columns: ([^.]+)\./.exec(description)![1]!.split(", ");
      expect(columns).toContain("calledToolNames");
      const conditions: Readonly<Record<string, object>> = {
        string: { operator: "=", value: "a" },
        number: { operator: ">", value: 1 },
        datetime: { operator: ">", value: at(0) },
        boolean: { operator: "=", value: true },
        arrayOptions: { operator: "any of", value: ["a"] },
        stringObject: { operator: "=", key: "a", value: "b" },
        numberObject: { operator: ">", key: "a", value: 1 },
        categoryOptions: { operator: "any of", key: "a", value: ["b"] },
        booleanObject: { operator: "=", key: "a", value: true },
      };
      const withType = (column: string, type: string): Record<string, unknown> => ({
        filter: [{ type, column, ...conditions[type] }],
      });
      const typed = await Promise.all(
        columns.map(async (column) => {
          const { isError, text } = await call("search_traces", withType(column, "string"));
          return [column, isError ? (/: (\w+)(?: or \w+)* is expected/.exec(text)?.[1] ?? text) : "string"] as const;
        }),
      );
      await allWork(typed.map(([column, type]) => ["search_traces", withType(column, type)] as const));
    });
  });

  describe("recorded text", () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    beforeAll(async () => {
      const server = service().server;
      await send(server, { spans: [...FORGED_SPANS] });
      const post = callsOf(() => server);
      await post("POST", "/v2/prompts", FORGED_PROMPT);
      await post("POST", "/scores", FORGED_SCORES);
      await client.connect(new StreamableHTTPClientTransport(endpoint()));
    });
    afterAll(() => client.close());

    it("is shown by each tool here", async () => {
      const { tools } = await client.listTools();
      expect(new Set(FORGED_CALLS.map(([tool]) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
    });

    const answerOf = async (tool: string, input: Record<string, unknown>): Promise<Called> => {
      const { content, isError } = await client.callTool({ name: tool, arguments: { ...input } });
      return { isError: isError === true, text: (content as Array<{ text: string }>)[0]!.text };
    };
    const numbered = (calls: typeof FORGED_CALLS): Array<[string, string, Record<string, unknown>]> =>
      calls.map(([tool, input], place) => [`${place + 1}, ${tool}`, tool, input]);

    it.each(numbered(FORGED_CALLS))("makes no line of a result: call %s", async (_name, tool, input) => {
      const { isError, text } = await answerOf(tool, input);
      const { words, blocks } = partsOf(text);
      expect([isError, text.includes("FORGED")]).toEqual([false, true]);
      // What is no data of a quotation or a block is the service's own. Its first line names what is data.
      expect(words.replaceAll(QUOTATION, "")).not.toContain("FORGED");
      expect(words).toMatch(/^\[[^\n]*data that the application recorded[^\n]*\]\n/);
      expect(words).not.toMatch(BREAKING);
      expect(blocks.filter((block) => !block.includes("FORGED"))).toEqual([]);
    });

    it.each(numbered(FORGED_REFUSALS))("makes no line of a refusal: call %s", async (_name, tool, input) => {
      const { isError, text } = await answerOf(tool, input);
      expect([isError, text.includes("FORGED"), text.split("\n").length]).toEqual([true, true, 1]);
      expect(text).not.toMatch(BREAKING);
    });

    it("comes back whole between marks, which are others each time", async () => {
      const input = { observationId: FORGED_SPANS[0]!.spanId!, part: "output" };
      const answers = [1, 2].map(async () => client.callTool({ name: "read_observation", arguments: input }));
      const texts = (await Promise.all(answers)).map(({ content }) => (content as Array<{ text: string }>)[0]!.text);
      expect(texts.map((text) => partsOf(text).blocks)).toEqual([[HOSTILE], [HOSTILE]]);
      expect(texts[0]).not.toBe(texts[1]);
    });
  });
});

/** Characters that break a line or turn text round. */
const BREAKING = /[^\P{Cc}\n]|[\u2028\u2029\u202E]/u;

/** Pattern of a text in quotation marks. */
const QUOTATION = /"(?:[^"\\]|\\.)*"/g;

/** Takes a result apart as a reader does who believes its first line: the words of the service, and the blocks between the marks. */
function partsOf(text: string): { words: string; blocks: string[] } {
  const [, mark] = /^\[[^\n]* <([\w-]+)> and <\/\1>/.exec(text) ?? [];
  if (mark === undefined) return { words: text, blocks: [] };
  const blocks: string[] = [];
  const words = text.replaceAll(new RegExp(`^<${mark}>\n([^]*?)\n</${mark}>$`, "gm"), (_all, block: string) => {
    blocks.push(block);
    return "";
  });
  return { words, blocks };
}
