import { ExportResultCode } from "@opentelemetry/core";
import { appendFile } from "node:fs/promises";

/** Exporter that appends each span to a file, one line of JSON each. */
export class FileExporter {
  #path;
  #writing = Promise.resolve();

  constructor(path) {
    this.#path = path;
  }

  export(spans, report) {
    const lines = spans.map(({ name, attributes }) => `${JSON.stringify({ name, attributes })}\n`).join("");
    this.#writing = this.#writing
      .then(() => appendFile(this.#path, lines))
      .then(
        () => report({ code: ExportResultCode.SUCCESS }),
        (error) => report({ code: ExportResultCode.FAILED, error }),
      );
  }

  forceFlush() {
    return this.#writing;
  }

  shutdown() {
    return this.#writing;
  }
}
