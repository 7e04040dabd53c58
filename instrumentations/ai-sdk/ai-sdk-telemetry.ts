import { context } from "@opentelemetry/api";
import { fieldsOf, logger, textOf, type Fields } from "@svc/core/internal";
import { abortedEnding, failedEnding } from "@svc/instrumentation";
import { recordedContent, recordedMessages } from "./content/recorded-content.ts";
import { withTools } from "./model/model-parameters.ts";
import { noteIn } from "./operation/call-note.ts";
import { captureOf } from "./operation/call-options.ts";
import { openOperations } from "./operation/open-operations.ts";
import { Operation } from "./operation/operation.ts";
import { recordSafely } from "./record-safely.ts";
import { integrations, isOpenTelemetry, OURS } from "./registration.ts";

/** Function that the AI SDK asks an integration to run, with what the function is about. */
interface Execution<T> {
  readonly callId: string;
  readonly toolCallId?: string;
  readonly execute: () => PromiseLike<T>;
}

/**
 * Records every call of the AI SDK 7 as observations: the call itself, its model calls with usage and content, and its tools.
 * The preload registers one by itself; elsewhere `registerTelemetry(new AiSdkTelemetry())`. A call with `telemetry: { isEnabled:
 * false }` is not recorded, and `functionId` names its observation. Of the runtime context, `userId`, `sessionId` and `tags`
 * describe the trace, `svcPrompt` links a prompt, and the rest is metadata. No method throws.
 *
 * Where `OpenTelemetry` of `@ai-sdk/otel` is registered too, its spans are recorded instead.
 *
 * @example
 * registerTelemetry(new AiSdkTelemetry());
 */
export class AiSdkTelemetry {
  readonly #open = openOperations();
  #isAsideSaid = false;

  constructor() {
    Object.defineProperty(this, OURS, { value: true });
  }

  onStart(event: unknown): void {
    recordSafely(() => {
      const start = fieldsOf(event);
      const id = textOf(start.callId);
      // Major 6 reports some of its calls in another form. Its calls are recorded by its own spans.
      if (id === undefined || textOf(start.operationId) === undefined || this.#standsAside()) return;
      this.#open.add(id, () => new Operation({ ...start, ...noteIn(context.active()) }, captureOf(start)));
    });
  }

  onLanguageModelCallStart(event: unknown): void {
    this.#hear(event, (operation, start) => operation.startModelCall(start, withTools(recordedMessages(start), start)));
  }

  onLanguageModelCallEnd(event: unknown): void {
    this.#hear(event, (operation, end) => operation.endModelCall(end, end.content));
  }

  onObjectStepStart(event: unknown): void {
    this.#hear(event, (operation, start) => operation.startModelCall(start, recordedContent(start.promptMessages)));
  }

  onObjectStepEnd(event: unknown): void {
    this.#hear(event, (operation, end) =>
      operation.endModelCall(end, [{ type: "text", text: textOf(end.objectText) ?? "" }]),
    );
  }

  executeLanguageModelCall<T>({ callId, execute }: Execution<T>): PromiseLike<T> {
    const call = this.#open.hear(callId)?.modelCall;
    return call === undefined ? execute() : call.attempt(execute);
  }

  onToolExecutionStart(event: unknown): void {
    this.#hear(event, (operation, { toolCall }) => operation.startTool(fieldsOf(toolCall)));
  }

  executeTool<T>({ callId, toolCallId, execute }: Execution<T>): PromiseLike<T> {
    const step = this.#open.hear(callId)?.part(toolCallId);
    return step === undefined ? execute() : step.run(execute);
  }

  onToolExecutionEnd(event: unknown): void {
    this.#hear(event, (operation, { toolCall, toolOutput }) =>
      operation.endTool(fieldsOf(toolCall), fieldsOf(toolOutput)),
    );
  }

  onStepEnd(event: unknown): void {
    this.#hear(event, (operation) => operation.endStep());
  }

  onEmbedStart(event: unknown): void {
    this.#hear(event, (operation, start) => operation.startEmbedding(start));
  }

  onEmbedEnd(event: unknown): void {
    this.#hear(event, (operation, end) => operation.endEmbedding(end));
  }

  experimental_onDecideStart(event: unknown): void {
    this.onStart(event);
  }

  experimental_onDecideEnd(event: unknown): void {
    this.onEnd(event);
  }

  experimental_onStreamTranscriptionStart(event: unknown): void {
    this.onStart(event);
  }

  experimental_onStreamTranscriptionEnd(event: unknown): void {
    this.onEnd(event);
  }

  onEnd(event: unknown): void {
    this.#end(event, (operation, end) => operation.end(end));
  }

  onAbort(event: unknown): void {
    this.#end(event, (operation, { reason }) => operation.stop(abortedEnding(reason)));
  }

  onError(event: unknown): void {
    this.#end(event, (operation, { error }) => operation.stop(failedEnding(error)));
  }

  /** Returns true when the AI SDK's own integration records the calls. */
  #standsAside(): boolean {
    if (!integrations().some(isOpenTelemetry)) return false;
    if (!this.#isAsideSaid) {
      this.#isAsideSaid = true;
      logger.notice("Calls of the AI SDK are recorded by @ai-sdk/otel, which the application has registered.");
    }
    return true;
  }

  #hear(event: unknown, record: (operation: Operation, event: Fields) => void): void {
    recordSafely(() => {
      const fields = fieldsOf(event);
      const operation = this.#open.hear(textOf(fields.callId) ?? "");
      if (operation !== undefined) record(operation, fields);
    });
  }

  #end(event: unknown, record: (operation: Operation, event: Fields) => void): void {
    recordSafely(() => {
      const fields = fieldsOf(event);
      const operation = this.#open.remove(textOf(fields.callId) ?? "");
      if (operation !== undefined) record(operation, fields);
    });
  }
}
