// Without the preload: an application that registers the instrumentation, and disables it later.
import { register } from "node:module";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { ClaudeAgentInstrumentation } from "@svc/claude-agent";
import { SvcSpanProcessor } from "@svc/otel";
import { MODEL, said, startServer } from "../../apps/claude-agent/messages-server.mjs";

register("import-in-the-middle/hook.mjs", import.meta.url);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const provider = new TracerProvider({ spanProcessors: [new SvcSpanProcessor()] });
trace.setGlobalTracerProvider(provider);
const instrumentation = new ClaudeAgentInstrumentation();
const sdk = await import("@anthropic-ai/claude-agent-sdk");
const server = await startServer(() => [said("Hello.")]);

async function ask(query, prompt) {
  for await (const { type, result } of query({ prompt, options: { model: MODEL, settingSources: [] } }))
    if (type === "result") console.log(result);
}

const { query: replaced, startup } = sdk;
await ask(sdk.query, "While enabled");
instrumentation.disable();
console.log(sdk.query === replaced, sdk.startup === startup);
await ask(sdk.query, "While disabled");
await ask(replaced, "By the copy of a function, while disabled");
instrumentation.enable();
await ask(sdk.query, "Enabled again");
server.stop();
await provider.shutdown();
