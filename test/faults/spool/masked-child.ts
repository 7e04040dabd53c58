// Records a payment by a span processor with a mask, without the preload: node masked-child.ts FILE_OF_SVC_OTEL
import { pathToFileURL } from "node:url";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type * as otel from "@svc/otel";
import { setSvcTracerProvider, startObservation } from "@svc/tracing";

const { SvcSpanProcessor } = (await import(pathToFileURL(process.argv[2]!).href)) as typeof otel;
const processor = new SvcSpanProcessor({
  mask: ({ data }) => String(data).replaceAll("4111-1111", "[card]"),
  additionalHeaders: { "x-api-token": "planted-token" },
});
setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));

startObservation("payment", { input: "card 4111-1111", metadata: { card: "4111-1111" } }).end();
await processor.shutdown();
