/* oxlint-disable no-underscore-dangle -- the names of the SDK's fields */
import { SpanStatusCode, type AttributeValue, type Context, type HrTime, type TimeInput } from "@opentelemetry/api";
import { fieldsOf, type SdkSpan, type SdkSpanMethods, type SdkTracer } from "./sdk-parts.ts";

/** Data of a span that starts. `attributes` are checked and copied. */
export interface SpanStart {
  readonly tracer: SdkTracer;
  readonly context: Context;
  readonly spanContext: SdkSpan["_spanContext"];
  readonly name: string;
  readonly kind: SdkSpan["kind"];
  readonly parentSpanContext: SdkSpan["parentSpanContext"];
  readonly attributes: SdkSpan["attributes"];
  readonly attributesCount: number;
  readonly startTime: TimeInput | undefined;
  readonly recordEndMetrics: () => void;
}

/** Class of lean spans, made for one class of the SDK. */
export interface LeanSpanClass {
  /** Starts a span. The processors hear of it, as of any other. */
  start(start: SpanStart): SdkSpan;
  /** Returns true while nobody has replaced a method of the SDK's class. */
  isIntact(): boolean;
}

const SECOND_NS = 1_000_000_000;

/**
 * Returns the class of lean spans for the SDK's class, of which one span is given; undefined when that span has other fields than a
 * lean one. A lean span is a span of the SDK's class: it has the same fields in the same order and inherits every method. Two
 * methods have a shorter way for what nearly every call is: a text, number, boolean or list of texts, and an end now. All other calls
 * go to the SDK's methods.
 */
export function leanSpanClass(known: SdkSpan, tracer: SdkTracer): LeanSpanClass | undefined {
  const sdk = Object.getPrototypeOf(known) as SdkSpanMethods;
  const { setAttribute: sdkSetAttribute, end: sdkEnd } = sdk;
  const hasLengthLimit = "_attributeValueLengthLimit" in known;

  class LeanSpan {
    constructor(start: SpanStart) {
      const { tracer, startTime } = start;
      const now = Date.now();
      const performanceNow = performance.now();
      const span = this as unknown as SdkSpan;
      span._spanContext = start.spanContext;
      span.kind = start.kind;
      span.parentSpanContext = start.parentSpanContext;
      span.attributes = start.attributes;
      span.links = [];
      span.events = [];
      span.startTime = timeOf(now);
      span.resource = tracer._resource;
      span.instrumentationScope = tracer.instrumentationScope;
      span._droppedAttributesCount = 0;
      span._droppedEventsCount = 0;
      span._droppedLinksCount = 0;
      span._attributesCount = start.attributesCount;
      span.name = start.name;
      span.status = { code: SpanStatusCode.UNSET };
      span.endTime = [0, 0];
      span._ended = false;
      span._duration = [-1, -1];
      span._spanProcessor = tracer._spanProcessor;
      span._spanLimits = tracer._spanLimits;
      if (hasLengthLimit) span._attributeValueLengthLimit = tracer._spanLimits.attributeValueLengthLimit;
      span._recordEndMetrics = start.recordEndMetrics;
      span._performanceStartTime = performanceNow;
      span._performanceOffset = now - (performanceNow + performance.timeOrigin);
      span._startTimeProvided = startTime != null;
      if (startTime != null) span.startTime = span._getTime(startTime);
    }

    setAttribute(this: SdkSpan, key: string, value: AttributeValue): SdkSpan {
      const { attributes } = this;
      const isPlain = isPlainValue(value);
      if (!this._ended && (isPlain || isTexts(value)) && typeof key === "string" && key.length > 0) {
        const isNew = attributes[key] === undefined;
        // Of a name that every object has, such as `constructor`, the SDK decides.
        if (isNew ? this._attributesCount < this._spanLimits.attributeCountLimit : Object.hasOwn(attributes, key)) {
          attributes[key] = isPlain ? value : value.slice();
          if (isNew) this._attributesCount++;
          return this;
        }
      }
      return sdkSetAttribute.call(this, key, value);
    }

    end(this: SdkSpan, endTime?: TimeInput): void {
      const elapsedMs = performance.now() - this._performanceStartTime;
      const { _spanProcessor: processor, startTime } = this;
      if (
        endTime !== undefined ||
        this._ended ||
        this._startTimeProvided ||
        this._droppedEventsCount + this._droppedLinksCount > 0 ||
        !(elapsedMs >= 0)
      ) {
        sdkEnd.call(this, endTime);
        return;
      }
      const [seconds, nanoseconds] = timeOf(elapsedMs);
      const isCarried = startTime[1] + nanoseconds >= SECOND_NS;
      const end: HrTime = [startTime[0] + seconds, startTime[1] + nanoseconds];
      if (isCarried) {
        end[0] += 1;
        end[1] -= SECOND_NS;
      }
      this.endTime = end;
      this._duration = nanoseconds < SECOND_NS ? [seconds, nanoseconds] : [seconds + 1, 0];
      if (processor.onEnding) processor.onEnding(this);
      this._recordEndMetrics?.();
      this._ended = true;
      processor.onEnd(this);
    }
  }

  // Without a constructor of its own, a lean span names the SDK's.
  Reflect.deleteProperty(LeanSpan.prototype, "constructor");
  Object.setPrototypeOf(LeanSpan.prototype, sdk);
  const sample = new LeanSpan({ tracer } as SpanStart);
  if (fieldsOf(sample) !== fieldsOf(known)) return undefined;
  return {
    start(start) {
      const span = new LeanSpan(start) as unknown as SdkSpan;
      span._spanProcessor.onStart(span, start.context);
      return span;
    },
    isIntact: () => sdk.setAttribute === sdkSetAttribute && sdk.end === sdkEnd,
  };
}

/** Returns true for a value that the SDK keeps as it is while texts have no limit. */
export function isPlainValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Returns true for a list of texts. The SDK keeps a copy of it. */
function isTexts(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false;
  for (let place = 0; place < value.length; place++) if (typeof value[place] !== "string") return false;
  return true;
}

/** Returns milliseconds as seconds and nanoseconds, rounded as the SDK rounds them. */
function timeOf(milliseconds: number): HrTime {
  return [Math.trunc(milliseconds / 1_000), Math.round((milliseconds % 1_000) * 1_000_000)];
}
