// Without the preload: one function that observeQuery records, beside the SDK's own.
import * as sdk from "@anthropic-ai/claude-agent-sdk";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { context, trace } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observeQuery, observeStartup } from "@svc/claude-agent";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import { MODEL, said, startServer } from "../../apps/claude-agent/messages-server.mjs";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const provider = new TracerProvider({ spanProcessors: [new SvcSpanProcessor()] });
trace.setGlobalTracerProvider(provider);
const server = await startServer(() => [said("Hello.")]);
const options = { model: MODEL, settingSources: [] };

async function read(messages) {
  for await (const { type, result } of messages) if (type === "result") console.log(result);
}

const query = observeQuery(sdk.query);
await startActiveObservation("application", () => read(query({ prompt: "Observed", options })));
await read(sdk.query({ prompt: "Not observed", options }));
const warm = await observeStartup(sdk.startup)({ options });
await read(warm.query("Observed, started before"));
console.log(observeQuery(query) === query, query.name, query.length === sdk.query.length);
server.stop();
await provider.shutdown();
