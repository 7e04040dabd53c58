import { RealtimeInstrumentation } from "@svc/openai/realtime";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { afterAll, afterEach, beforeAll } from "vitest";
import { record, stopRecording, type Recording } from "../../../support/otlp/recorded-spans.ts";
import { startRealtimeServer, type RealtimeServer, type Script } from "./realtime-server.ts";

/** Stand-in of the Realtime API, and the spans that are recorded of its clients. */
export class RealtimeRecording {
  readonly instrumentation = new RealtimeInstrumentation();
  #server: RealtimeServer | undefined;
  #recording: Recording | undefined;

  /** Starts both before the tests of a file, and forgets the spans after each test. */
  constructor() {
    beforeAll(async () => {
      this.#server = await startRealtimeServer();
      this.#recording = record();
    });
    afterEach(() => {
      this.instrumentation.enable();
      this.ended.length = 0;
    });
    afterAll(() => {
      this.instrumentation.disable();
      if (this.#recording) stopRecording(this.#recording);
      this.#server?.close();
    });
  }

  get port(): number {
    return this.#server!.port;
  }

  /** Spans that have ended in this test. */
  get ended(): ReadableSpan[] {
    return this.#recording!.ended;
  }

  /** Sets the behaviour of the stand-in on the next connections. */
  set script(script: Script) {
    this.#server!.script = script;
  }
}
