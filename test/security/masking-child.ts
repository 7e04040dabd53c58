// Records a secret in each place of a span that a mask covers, as text and as media, and ends as its argument says: with `exit`, with
// `shutdown`, or after a `worker` has recorded the same. The mask hides texts and media.
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor, type MaskFunction } from "@svc/otel";
import { propagateAttributes, setSvcTracerProvider, startObservation } from "@svc/tracing";
import { once } from "node:events";
import { isMainThread, Worker } from "node:worker_threads";

const [ending] = process.argv.slice(2);
const secret = process.env["PLANTED"]!;
const inBase64 = Buffer.from(secret.repeat(200)).toString("base64");
const media = `data:text/plain;base64,${inBase64}`;

const hidden = (text: string): string => text.replaceAll(/data:[^"]*/g, "hidden").replaceAll(secret, "hidden");
const mask: MaskFunction = ({ data }) =>
  typeof data === "string" ? hidden(data) : (JSON.parse(hidden(JSON.stringify(data))) as unknown);

const processor = new SvcSpanProcessor({ mask });
const provider = new TracerProvider({ spanProcessors: [processor] });
setSvcTracerProvider(provider);

propagateAttributes({ metadata: { propagated: secret } }, () => {
  for (let each = 0; each < 20; each++) {
    const observation = startObservation(
      `call ${each}`,
      {
        input: { secret, media },
        output: [media, secret],
        metadata: { secret, deep: { secret } },
        statusMessage: secret,
      },
      { asType: "generation" },
    );
    observation.otelSpan.recordException(new Error(secret));
    observation.otelSpan.setAttribute("gen_ai.input.messages", JSON.stringify([{ role: "user", content: secret }]));
    observation.end();
  }
});

if (ending === "worker" && isMainThread) await once(new Worker(import.meta.filename, { argv: [ending] }), "exit");
if (ending === "exit") process.exit(3);
await processor.shutdown();
