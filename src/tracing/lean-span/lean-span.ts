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

  // oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns every field
  interface LeanSpan extends SdkSpan {}
  class LeanSpan {
    // V8 counts the fields of `this` in the text, and keeps that many in the object itself.
    constructor(start: SpanStart) {
      const { tracer, startTime } = start;
      const now = Date.now();
      const performanceNow = performance.now();
      this._spanContext = start.spanContext;
      this.kind = start.kind;
      this.parentSpanContext = start.parentSpanContext;
      this.attributes = start.attributes;
      this.links = [];
      this.events = [];
      this.startTime = timeOf(now);
      this.resource = tracer._resource;
      this.instrumentationScope = tracer.instrumentationScope;
      this._droppedAttributesCount = 0;
      this._droppedEventsCount = 0;
      this._droppedLinksCount = 0;
      this._attributesCount = start.attributesCount;
      this.name = start.name;
      this.status = { code: SpanStatusCode.UNSET };
      this.endTime = [0, 0];
      this._ended = false;
      this._duration = [-1, -1];
      this._spanProcessor = tracer._spanProcessor;
      this._spanLimits = tracer._spanLimits;
      if (hasLengthLimit) this._attributeValueLengthLimit = tracer._spanLimits.attributeValueLengthLimit;
      this._recordEndMetrics = start.recordEndMetrics;
      this._performanceStartTime = performanceNow;
      this._performanceOffset = now - (performanceNow + performance.timeOrigin);
      this._startTimeProvided = startTime != null;
      if (startTime != null) this.startTime = this._getTime(startTime);
    }

    setAttribute(key: string, value: AttributeValue): this {
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
      sdkSetAttribute.call(this, key, value);
      return this;
    }

    end(endTime?: TimeInput): void {
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
  const sample: SdkSpan = new LeanSpan({ tracer } as SpanStart);
  if (fieldsOf(sample) !== fieldsOf(known)) return undefined;
  return {
    start(start) {
      const span = new LeanSpan(start);
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
