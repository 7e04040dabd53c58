import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "./database.ts";
import { ObservationWriter } from "./observation-writer.ts";
import { RefusedExport } from "./otlp-span.ts";
import type { ExportMessage, WriteOutcome, WriterReply, WriterRequest, WriterSettings } from "./writer-messages.ts";

const { location, projectId } = workerData as WriterSettings;
const database = openDatabase(location);
const writer = new ObservationWriter(database, projectId);

parentPort?.on("message", (request: WriterRequest) => {
  if (request === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  const reply: WriterReply = { id: request.id, outcome: write(request) };
  parentPort?.postMessage(reply, []);
});

function write({ format, body }: ExportMessage): WriteOutcome {
  try {
    writer.store(format, body);
    return { status: 200 };
  } catch (error) {
    if (error instanceof RefusedExport) return { status: error.status, error: error.message };
    // The stack ran out, or a text grew past what the engine can hold.
    if (error instanceof RangeError) return { status: 400, error: "Invalid OTLP trace export: nested too deeply" };
    return { status: 500, cause: error instanceof Error ? error.message : String(error) };
  }
}
