import { createRequire } from "node:module";
import { join } from "node:path";
import { startHttpServer, type HttpServer } from "../http/http-server.ts";
import { startExportSink, type ExportSink } from "../otlp/export-sink.ts";
import { traceTo, untrace, type Traced } from "../otlp/traced.ts";
import { installed } from "./installation.ts";

/**
 * Package of an installation in the process of a test, with a server that gives one answer to every request, and with an OpenTelemetry
 * SDK that exports the observations of its clients.
 */
export class ObservedPackage {
  readonly #folder: string;
  readonly #model: HttpServer;
  readonly #sink: ExportSink;
  readonly #traced: Traced;

  readonly #refusal: { text?: string };

  private constructor(folder: string, model: HttpServer, refusal: { text?: string }, sink: ExportSink, traced: Traced) {
    this.#folder = folder;
    this.#model = model;
    this.#refusal = refusal;
    this.#sink = sink;
    this.#traced = traced;
  }

  /** Installs the packages, and starts the server and the SDK. `answer` becomes JSON. */
  static async start(installation: string, answer: object): Promise<ObservedPackage> {
    const folder = await installed(installation);
    const refusal: { text?: string } = {};
    const model = await startHttpServer((_request, response) => {
      const { text } = refusal;
      response.writeHead(text === undefined ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(text === undefined ? answer : { error: text, message: text, detail: text }));
    });
    const sink = await startExportSink();
    return new ObservedPackage(folder, model, refusal, sink, traceTo(sink.url));
  }

  /** Has every request refused from now on, with a text in the fields in which providers have it. */
  refuseWith(text: string): void {
    this.#refusal.text = text;
  }

  get url(): string {
    return this.#model.url;
  }

  /** Loads a package of the installation, as `require` gives it. */
  load(name: string): unknown {
    return createRequire(join(this.#folder, "main.cjs"))(name);
  }

  /** Returns all spans so far. */
  async spans(): Promise<ExportSink["spans"]> {
    await this.#traced.processor.forceFlush();
    return this.#sink.spans;
  }

  async stop(): Promise<void> {
    untrace();
    await Promise.all([this.#sink.close(), this.#model.close()]);
  }
}
