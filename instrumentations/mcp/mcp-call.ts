import type { Attributes, Context, Link, SpanKind } from "@opentelemetry/api";
import { fieldsOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import { COMPLETE, logFault, mediaFreeText, writeEnding, type Ending } from "@svc/instrumentation";
import { RecordedSpan, type RecordedAttributes } from "@svc/tracing/internal";
import * as Mcp from "./attribute-names.ts";
import type { Rejection } from "./checked-call.ts";
import { codeOf, requestFailed, toolFailed } from "./ending.ts";
import { firstText, MEDIA_FIELDS, recordedResult } from "./recorded-content.ts";
import type { RecordedMethod } from "./recorded-methods.ts";

/** Name of the protocol in log lines. */
const MCP = { name: "MCP" };

export interface RequestStart {
  readonly method: RecordedMethod;
  readonly params: Fields;
  /** Context of the sender or, at the receiver, the context that the request arrived with. */
  readonly parent: Context;
  readonly kind: SpanKind;
  readonly type: "tool" | "span";
  readonly attributes: Attributes;
  readonly requestId: string | undefined;
  readonly links?: Link[];
}

/** Request at the side that sends it, as its observation hears of it. No method throws. */
export interface RequestListener {
  readonly context: Context;
  /** Hears of a notification of progress. */
  progressed(): void;
  /** Hears that the request has become a task, whose result is that of the request. */
  becameTask(id: string): void;
  /** Hears of the result, and of the error with which the sender has rejected it. */
  answered(result: unknown, rejection?: Rejection): void;
  failed(error: unknown): void;
  end(ending: Ending): void;
}

/** Request of the protocol at one side, and its observation. Ends once. No method throws. */
export class McpCall implements RequestListener {
  readonly context: Context;
  readonly #method: RecordedMethod;
  readonly #span: RecordedSpan;
  #progress = 0;
  #hasEnded = false;

  constructor({ method, params, parent, kind, type, attributes, requestId, links }: RequestStart) {
    const target = method.isNamed === true ? textOf(params.name) : undefined;
    const name = target === undefined ? method.name : `${method.name} ${target}`;
    const early: Attributes = { [OBSERVATION_TYPE]: type, [Mcp.METHOD_NAME]: method.name };
    if (method.operation !== undefined) early[GenAi.OPERATION_NAME] = method.operation;
    // The service calls an observation with the attribute by its value. The receiver's half keeps the name of the request.
    const { nameAttribute } = method;
    if (target !== undefined && nameAttribute !== undefined && type === method.type) early[nameAttribute] = target;
    const span = new RecordedSpan(name, { kind, attributes: early, ...(links && { links }) }, parent);
    this.context = span.insideCall(parent);
    this.#method = method;
    this.#span = span;
    if (span.isRecording()) this.#describe(params, attributes, requestId);
  }

  /** Counts a notification of progress. */
  progressed(): void {
    this.#progress++;
  }

  /** True when the observation has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  becameTask(id: string): void {
    this.#record(() => this.#write({ metadata: { task_id: id } }));
  }

  /** Ends the request with its result. A result of a tool can report an error. */
  answered(result: unknown, rejection?: Rejection): void {
    this.#record(() => {
      const fields = fieldsOf(result);
      if (this.#span.content.outputs) this.#write({ output: this.#textOf(recordedResult(result), "output") });
      const resultType = textOf(fields.resultType);
      if (resultType !== undefined && resultType !== "complete") this.#write({ metadata: { result_type: resultType } });
      const action = this.#method.name === "elicitation/create" ? textOf(fields.action) : undefined;
      if (action !== undefined) this.#write({ metadata: { action } });
      if (rejection !== undefined) {
        this.failed(rejection.error);
        return;
      }
      const isFailure = fields.isError === true;
      this.end(isFailure ? toolFailed(firstText(fields)) : COMPLETE);
    });
  }

  /** Ends a request that failed. */
  failed(error: unknown): void {
    this.#record(() => {
      const code = codeOf(error);
      if (code !== undefined) this.#span.setAttribute(Mcp.RESPONSE_STATUS_CODE, code);
      this.end(requestFailed(error));
    });
  }

  end(ending: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      if (this.#progress > 0) this.#write({ metadata: { progress: this.#progress } });
      if (ending === COMPLETE) return;
      if (this.#span.isRecording()) writeEnding(this.#span, ending);
    } catch (error) {
      logFault(MCP, "the end of a request", error);
    } finally {
      this.#span.end();
    }
  }

  #describe(params: Fields, attributes: Attributes, requestId: string | undefined): void {
    try {
      this.#span.setAttributes(attributes);
      if (requestId !== undefined) this.#span.setAttribute(Mcp.JSONRPC_REQUEST_ID, requestId);
      if (!this.#span.content.inputs) return;
      const uri = this.#method.uriAttribute === undefined ? undefined : textOf(params.uri);
      if (uri !== undefined) this.#span.setAttribute(this.#method.uriAttribute!, uri);
      this.#write({ input: this.#textOf(this.#method.input(params), "input") });
    } catch (error) {
      logFault(MCP, "a request", error);
    }
  }

  /** Runs recording work unless the request has ended. A request whose recording failed ends nevertheless. */
  #record(work: () => void): void {
    if (this.#hasEnded) return;
    try {
      if (this.#span.isRecording()) work();
      else this.#hasEnded = true;
    } catch (error) {
      logFault(MCP, "an answer", error);
      this.end(COMPLETE);
    }
  }

  #write(attributes: RecordedAttributes): void {
    if (this.#span.isRecording()) this.#span.write(attributes);
  }

  #textOf(value: unknown, field: "input" | "output"): string | undefined {
    return mediaFreeText(this.#span, value, MEDIA_FIELDS, field);
  }
}
