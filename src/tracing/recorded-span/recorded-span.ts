import {
  SpanStatusCode,
  trace,
  type Attributes,
  type AttributeValue,
  type Context,
  type Span,
  type SpanContext,
  type SpanOptions,
  type TimeInput,
} from "@opentelemetry/api";
import {
  capturedContent,
  handOverMedia,
  SpanClock,
  usageAttributes,
  withActiveSpan,
  withoutContent,
  withRecordedCall,
  type CapturedContent,
  type HandedMedia,
  type RecordedCall,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as A from "@svc/core/internal/span-attributes";
import { writeMetadata, writeObservationAttributes } from "../attributes/observation-attributes.ts";
import type { SvcGenerationAttributes } from "../observation-types.ts";
import { startSvcSpan } from "../tracer-provider.ts";
import { conventionalStart, nameAttribute } from "./conventional-start.ts";
import { wordsOf, type StatusText } from "./status-text.ts";

/** Attributes that an instrumentation writes. Its texts of a status tell whose words they are. */
export interface RecordedAttributes extends Omit<SvcGenerationAttributes, "statusMessage"> {
  statusMessage?: StatusText;
  /** Attributes of the GenAI conventions that do not follow from the other fields, such as the provider and ids. */
  conventions?: Attributes;
}

/** Type of a failure that has no name. */
const UNNAMED_ERROR = "_OTHER";

/** Pattern of a text that is fit for `error.type`: a name, and no sentence. */
const ERROR_NAME = /^[\w.-]{1,64}$/;

/**
 * Observation of a call that an instrumentation records. Instrumentations have no other way to a span, so that what
 * `SVC_CAPTURE_CONTENT=false` forbids is held back here for all of them: input, output, texts of errors, and every text under a name
 * that is not known to describe a call. With content, everything goes to the span as it is.
 */
export class RecordedSpan {
  /** Content that is recorded. Only to save the work, or the memory, for what would be held back. */
  readonly content: CapturedContent;
  readonly clock: SpanClock;
  readonly #span: Span;
  readonly #isWhole: boolean;
  /** Attribute with the name of the agent or tool, which is that of the span. */
  readonly #nameAttribute: string | undefined;

  /** Starts the observation below the span of `parent`, with the operation and the kind that its type has in the GenAI conventions. */
  constructor(name: string, options: SpanOptions, parent: Context, content: CapturedContent = capturedContent()) {
    const start = conventionalStart(name, options, parent);
    this.#nameAttribute = options.kind === undefined ? nameAttribute(start.attributes) : undefined;
    this.#span = startSvcSpan(name, start, parent);
    this.clock = new SpanClock(this.#span);
    this.content = content;
    this.#isWhole = content.inputs && content.outputs;
  }

  /** Returns true until the observation ends, unless it is not sampled. */
  isRecording(): boolean {
    return this.#span.isRecording();
  }

  /** Attributes that are written, if the span lets them be read. */
  get attributes(): Readonly<Record<string, unknown>> | undefined {
    return (this.#span as { attributes?: Readonly<Record<string, unknown>> }).attributes;
  }

  spanContext(): SpanContext {
    return this.#span.spanContext();
  }

  /** Returns a context with the span active. */
  inside(parent: Context): Context {
    return trace.setSpan(parent, this.#span);
  }

  /** Returns a context with the span active, and with the call whose requests are sent in it. Made faster than by {@link inside}. */
  insideCall(parent: Context, call?: RecordedCall): Context {
    return call === undefined ? withActiveSpan(parent, this.#span) : withRecordedCall(parent, this.#span, call);
  }

  setAttribute(name: string, value: AttributeValue): void {
    const kept = this.#isWhole ? value : withoutContent(name, value, this.content);
    if (kept !== undefined) this.#span.setAttribute(name, kept);
  }

  setAttributes(attributes: Attributes): void {
    for (const name in attributes) if (attributes[name] !== undefined) this.setAttribute(name, attributes[name]);
  }

  /** Writes fields of the observation. A field that is null or undefined stays as it is. */
  write(attributes: RecordedAttributes): void {
    const { statusMessage, conventions, ...others } = attributes;
    if (conventions !== undefined) this.setAttributes(conventions);
    if (others.usageDetails !== undefined) this.setAttributes(usageAttributes(others.usageDetails));
    if (this.#isWhole) {
      writeObservationAttributes(this.#span, others);
    } else {
      const { input, output, ...rest } = others;
      const { inputs, outputs } = this.content;
      writeObservationAttributes(this, { ...rest, ...(inputs && { input }), ...(outputs && { output }) });
    }
    if (statusMessage !== undefined) {
      this.#span.setAttribute(A.OBSERVATION_STATUS_MESSAGE, wordsOf(statusMessage, this.#isWhole));
    }
  }

  /** Writes metadata that the instrumentation has found. */
  writeMetadata(metadata: unknown): void {
    writeMetadata(this.#isWhole ? this.#span : this, metadata);
  }

  /** Writes metadata that the application has given for the observation. It is recorded whole: the application has chosen it. */
  writeGivenMetadata(metadata: unknown): void {
    if (metadata !== undefined && metadata !== null) writeMetadata(this.#span, metadata);
  }

  /** Marks the observation as failed. `type` is the `error.type` of the conventions, by default the one in the reason. */
  fail(reason?: StatusText, type: string = errorTypeIn(reason)): void {
    this.#span.setAttribute(GenAi.ERROR_TYPE, type);
    const message = reason === undefined ? "" : wordsOf(reason, this.#isWhole);
    this.#span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== "" && { message }) });
  }

  rename(name: string): void {
    this.#span.updateName(name);
    if (this.#nameAttribute !== undefined) this.#span.setAttribute(this.#nameAttribute, name);
  }

  /** Hands over media of the input or the output. Returns the text that stands in their place. */
  handOverMedia(media: HandedMedia): string {
    return handOverMedia(this.#span, media);
  }

  /** Ends the observation, by default now. Only the first call counts. */
  end(endTime?: TimeInput): void {
    if (this.#span.isRecording()) this.#span.end(endTime);
  }
}

/** Returns the type of a failure that this text gives the reason of; `_OTHER` for a sentence. */
function errorTypeIn(reason: StatusText | undefined): string {
  if (reason === undefined) return UNNAMED_ERROR;
  const type = "own" in reason ? reason.own : reason.type;
  return ERROR_NAME.test(type) ? type : UNNAMED_ERROR;
}
