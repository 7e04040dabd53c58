import { propagation, SpanKind } from "@opentelemetry/api";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { withoutTracing } from "@svc/core/internal";
import { observeMcpClient, observeMcpServer } from "@svc/mcp";
import { propagateAttributes, startActiveObservation } from "@svc/tracing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { captureLogLines } from "../../support/log-lines.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import type { Span } from "../../support/otlp/otlp_pb.ts";

type Meta = Record<string, unknown>;

interface Client {
  connect(transport: object): Promise<void>;
  callTool(params: object): Promise<{ content: { text: string }[] }>;
  listTools(): Promise<object>;
  close(): Promise<void>;
}

interface Server {
  connect(transport: object): Promise<void>;
  registerTool(name: string, config: object, handler: (extra: Extra) => object): void;
}

/** Argument of the handler of a tool without arguments, in version 1 or 2. */
interface Extra {
  readonly _meta?: Meta;
  readonly mcpReq?: { readonly _meta?: Meta };
}

interface Sdk {
  readonly Client: new (info: object) => Client;
  readonly McpServer: new (info: object) => Server;
  readonly InMemoryTransport: { createLinkedPair(): [object, object] };
}

const INFO = { name: "test", version: "1.0.0" };
const TEXT = { content: [{ type: "text", text: "done" }] };

/** Packages of each version, loaded one after the other. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  "mcp-1": ["client/index.js", "server/mcp.js", "inMemory.js"].map((file) => `@modelcontextprotocol/sdk/${file}`),
  "mcp-2": ["@modelcontextprotocol/client", "@modelcontextprotocol/server"],
};

describe.each(Object.entries(VERSIONS))("a client and a server of %s", (installation, packages) => {
  let [found, sdk]: [ObservedPackage, Sdk] = [] as never;
  beforeAll(async () => {
    propagation.setGlobalPropagator(
      new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
    );
    found = await ObservedPackage.start(installation, {});
    sdk = Object.assign({}, ...packages.map((name) => found.load(name) as object)) as Sdk;
  }, 120_000);
  afterAll(async () => {
    propagation.disable();
    await found.stop();
  });

  /** Connects a client and a server with one tool; returns what has to be known of them. */
  async function connected(tool: string) {
    const [ofClient, ofServer] = sdk.InMemoryTransport.createLinkedPair();
    const [client, server] = [new sdk.Client(INFO), new sdk.McpServer(INFO)];
    const arrived: (Meta | undefined)[] = [];
    server.registerTool(tool, {}, ({ _meta: meta, mcpReq }) => {
      const { _meta: inner } = mcpReq ?? {};
      arrived.push(meta ?? inner);
      return TEXT;
    });
    const connect = () => Promise.all([server.connect(ofServer), client.connect(ofClient)]);
    return { client, server, arrived, connect };
  }

  const spansOf = async (tool: string): Promise<Span[]> =>
    (await found.spans()).filter(({ name }) => name === `tools/call ${tool}`).toSorted((a, b) => a.kind - b.kind);

  it("records only the requests of the observed ones, with the attributes of the conventions", async () => {
    const [plain, observed] = [await connected("plain"), await connected("observed")];
    expect(observeMcpClient(observed.client)).toBe(observed.client);
    expect(observeMcpServer(observed.server)).toBe(observed.server);
    for (const { connect, client } of [plain, observed]) {
      await connect();
      await client.listTools();
    }
    await plain.client.callTool({ name: "plain", arguments: {} });
    await observed.client.callTool({ name: "observed", arguments: { a: 1 } });
    expect(await spansOf("plain")).toEqual([]);
    expect((await found.spans()).map(({ name }) => name)).not.toContain("tools/list");
    const [server, client] = await spansOf("observed");
    expect(client).toMatchObject({ kind: SpanKind.CLIENT + 1, traceId: server!.traceId });
    expect(server).toMatchObject({ kind: SpanKind.SERVER + 1, parentSpanId: client!.spanId });
    expect(attributesOf(client!)).toMatchObject({
      [A.OBSERVATION_TYPE]: "tool",
      [A.OBSERVATION_INPUT]: '{"a":1}',
      [A.OBSERVATION_OUTPUT]: "done",
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "observed",
      "jsonrpc.request.id": expect.stringMatching(/^\d+$/),
    });
    expect(attributesOf(server!)).toMatchObject({ [A.OBSERVATION_TYPE]: "span", "mcp.method.name": "tools/call" });
  });

  it("carries user, session and tags to the server as baggage", async () => {
    const { client, server, connect } = await connected("carried");
    observeMcpClient(client);
    observeMcpServer(server);
    await connect();
    const params = { userId: "ann", sessionId: "s1", tags: ["a", "b"], asBaggage: true };
    await propagateAttributes(params, () => client.callTool({ name: "carried", arguments: {} }));
    for (const span of await spansOf("carried")) {
      expect(attributesOf(span)).toMatchObject({
        [A.TRACE_USER_ID]: "ann",
        [A.TRACE_SESSION_ID]: "s1",
        [A.TRACE_TAGS]: ["a", "b"],
      });
    }
  });

  it("leaves in place what the application has put into _meta, and the request as it is", async () => {
    const { client, connect, arrived } = await connected("own");
    observeMcpClient(client);
    await connect();
    const own = { traceparent: "00-11111111111111111111111111111111-2222222222222222-01", "app/key": 1 };
    const params = { name: "own", arguments: {}, _meta: own };
    await startActiveObservation("outer", () => client.callTool(params));
    expect(arrived).toEqual([expect.objectContaining(own)]);
    expect(arrived[0]).not.toHaveProperty("tracestate");
    expect(params).toEqual({ name: "own", arguments: {}, _meta: own });
    const frozen = Object.freeze({
      name: "own",
      arguments: Object.freeze({}),
      _meta: Object.freeze({ baggage: "x=1" }),
    });
    await client.callTool(frozen);
    expect(arrived[1]).toMatchObject({ baggage: "x=1", traceparent: expect.stringMatching(/^00-/) });
  });

  it("makes a request of a client that sends no trace a tool at the server", async () => {
    const { client, server, connect } = await connected("alone");
    observeMcpServer(server);
    await connect();
    await client.callTool({ name: "alone", arguments: {} });
    const [only, ...others] = await spansOf("alone");
    expect(others).toEqual([]);
    expect(attributesOf(only!)).toMatchObject({ [A.OBSERVATION_TYPE]: "tool", "gen_ai.tool.name": "alone" });
  });

  it("leaves a request alone where tracing is suppressed", async () => {
    const { client, connect, arrived } = await connected("suppressed");
    observeMcpClient(client);
    await connect();
    await withoutTracing(() => client.callTool({ name: "suppressed", arguments: {} }));
    expect(await spansOf("suppressed")).toEqual([]);
    expect(arrived[0] ?? {}).not.toHaveProperty("traceparent");
  });
});

it("returns a value that is neither a client nor a server, with a warning", () => {
  const { warnings } = captureLogLines();
  const value = { request: 1 };
  expect(observeMcpClient(value)).toBe(value);
  expect(observeMcpServer(value)).toBe(value);
  expect(warnings()).toMatch(/observeMcpClient was not given a client.*\n.*observeMcpServer was not given a client/);
});
