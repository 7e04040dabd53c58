/** Value of an attribute, without the wrapping of the protocol. */
export type AttributeValue = string | number | boolean | AttributeValue[] | { [key: string]: AttributeValue };

/** Attributes by name. Of two attributes with one name the last wins. */
export type Attributes = Map<string, AttributeValue>;

/** Event at one moment of a span. */
export interface ReceivedEvent {
  name: string;
  /** Milliseconds since 1970; null when the sender gave no time. */
  time: number | null;
  attributes: Attributes;
}

/** Tracer that created a span. */
export interface ReceivedScope {
  name: string;
  version: string;
  attributes: Attributes;
}

/** Span as it arrived, the same for protobuf and JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** Milliseconds since 1970; null when the sender gave no time. */
  startTime: number | null;
  /** Milliseconds since 1970; null when the sender gave no time. */
  endTime: number | null;
  attributes: Attributes;
  events: ReceivedEvent[];
  /** Status code: 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  resource: Attributes;
  scope: ReceivedScope;
}

/** Error for a request that is refused as a whole, with the status and the text of the answer. */
export class RefusedExport extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.name = "RefusedExport";
    this.status = status;
  }
}

/** Maximum entries of `resourceSpans` in one request. */
const MAX_RESOURCE_SPANS = 10_000;

/** Maximum spans in one request. */
const MAX_SPANS = 100_000;

/** Throws {@link RefusedExport} when a request holds more than one request may. */
export function assertCounts(resourceSpans: number, spans: number): void {
  if (resourceSpans > MAX_RESOURCE_SPANS) {
    throw new RefusedExport(413, `More than ${MAX_RESOURCE_SPANS} resourceSpans in one request: send smaller batches`);
  }
  if (spans > MAX_SPANS) {
    throw new RefusedExport(413, `More than ${MAX_SPANS} spans in one request: send smaller batches`);
  }
}

/** Beginning of the names that the SDKs of Langfuse write, on spans and in the resource. The rest is the same as in this service's own. */
const LANGFUSE = "langfuse.";

const FIRST_OF_LANGFUSE = LANGFUSE.charCodeAt(0);

/**
 * Sets an attribute in its stored form. A map on its own becomes JSON text; a map inside a list stays. `langfuse.…` becomes `svc.…`, and
 * keeps what stands there already.
 */
export function setAttribute(attributes: Attributes, key: string, value: AttributeValue | undefined): void {
  if (value === undefined) return;
  const stored = typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value;
  if (key.charCodeAt(0) !== FIRST_OF_LANGFUSE || !key.startsWith(LANGFUSE)) {
    attributes.set(key, stored);
    return;
  }
  const own = `svc.${key.slice(LANGFUSE.length)}`;
  if (!attributes.has(own)) attributes.set(own, stored);
}

/** Returns a finite number unchanged. JSON has no NaN and no Infinity, so these become their names. */
export function finiteOrText(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** Converts an integer of up to 64 bits to a number when a double holds it exactly, else to its decimal digits. */
export function integerOrDigits(value: number | bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Returns the parent's id, or null without a parent. Some senders write zeros for "no parent". */
export function parentIdOrNull(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}
