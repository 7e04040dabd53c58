// Clients and servers of MCP in Cloudflare's runtime, where there is no preload: a Worker bundles them with @svc/mcp.
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { sendingTo } from "../../support/application/run-application.ts";
import { startWorker } from "../../support/runtimes/workerd.ts";
import { treesOf } from "../../support/server/observation-trees.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

/** Imports of the SDK's classes, by version. */
const IMPORTS: Readonly<Record<string, string>> = {
  "mcp-1": `
    import { Client } from "@modelcontextprotocol/sdk/client/index.js";
    import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
    import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/cfworker";
    // The default validator makes functions of texts, which this runtime forbids.
    const options = { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() };`,
  "mcp-2": `
    import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
    import { McpServer } from "@modelcontextprotocol/server";
    const options = {};`,
};

const WORKER = `
  import { propagation, trace } from "@opentelemetry/api";
  import { W3CTraceContextPropagator } from "@opentelemetry/core";
  import { TracerProvider } from "@opentelemetry/sdk-trace";
  import { observeMcpClient, observeMcpServer } from "@svc/mcp";
  import { SvcSpanProcessor } from "@svc/otel";
  import { startActiveObservation } from "@svc/tracing";
  const processor = new SvcSpanProcessor();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const info = { name: "worker", version: "1.0.0" };
  export default {
    // A request that waits for nothing: its spans are sent after its answer all the same.
    async fetch(request) {
      const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
      const [client, server] = [new Client(info, options), new McpServer(info, options)];
      server.registerTool("today", { description: "today" }, () =>
        startActiveObservation("look up", () => ({ content: [{ type: "text", text: "Sunday" }] })));
      if (!request.url.endsWith("/bare")) {
        observeMcpClient(client);
        observeMcpServer(server);
      }
      await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
      const question = () => client.callTool({ name: "today", arguments: {} });
      const answers = await startActiveObservation("answer", () => Promise.all([question(), question()]));
      await client.close();
      return Response.json(answers.map(({ content }) => content));
    },
  };`;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

describe.each(Object.keys(IMPORTS))("a Worker with %s", (version) => {
  it("answers as without us, and is recorded as one tree for each request", async () => {
    const { outputFiles } = await build({
      stdin: { contents: IMPORTS[version]! + WORKER, resolveDir: await installed(version) },
      bundle: true,
      write: false,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      external: ["node:*", "cloudflare:*"],
      tsconfigRaw: "{}",
    });
    const known = new Set((await service.observations()).map(({ id }) => id));
    const worker = await startWorker(outputFiles[0]!.text, ["nodejs_compat"], sendingTo(service.url));
    const bare = await (await fetch(`${worker.url}/bare`)).text();
    const observed = await (await fetch(worker.url)).text();
    const TODAY = [{ type: "text", text: "Sunday" }];
    expect([JSON.parse(bare), observed]).toEqual([[TODAY, TODAY], bare]);
    const half = ["span tools/call today", ["span look up"]];
    await vi.waitFor(
      async () => {
        const fresh = (await service.observations()).filter(({ id }) => !known.has(id));
        expect(treesOf(fresh)).toEqual(
          expect.arrayContaining([
            ["span answer", ["span look up"], ["span look up"]],
            ["span answer", ["tool today", half], ["tool today", half]],
          ]),
        );
      },
      { timeout: 10_000 },
    );
    expect(await worker.stop()).toBe("");
  }, 120_000);
});
