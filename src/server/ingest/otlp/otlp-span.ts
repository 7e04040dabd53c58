/** What an attribute holds once the protocol's wrapping is off. */
export type AttributeValue = string | number | boolean | AttributeValue[] | { [key: string]: AttributeValue };

/** Attributes by name. Of two attributes with one name the last wins. */
export type Attributes = Map<string, AttributeValue>;

/** Something that happened at one moment of a span. */
export interface ReceivedEvent {
  name: string;
  attributes: Attributes;
}

/** The tracer a span comes from. */
export interface ReceivedScope {
  name: string;
  version: string;
  attributes: Attributes;
}

/** One span as it arrived, the same whether it came as protobuf or as JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** Milliseconds since 1970; null when the sender did not say. */
  startTime: number | null;
  /** Milliseconds since 1970; null when the sender did not say. */
  endTime: number | null;
  attributes: Attributes;
  events: ReceivedEvent[];
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  resource: Attributes;
  scope: ReceivedScope;
}

/** A request that is refused as a whole: the status and the text to answer with. */
export class RefusedExport extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.name = "RefusedExport";
    this.status = status;
  }
}

/** Most entries of `resourceSpans` in one request. */
const MAX_RESOURCE_SPANS = 10_000;

/** Most spans in one request. */
const MAX_SPANS = 100_000;

/** Refuses a request that holds more than one request may. */
export function assertCounts(resourceSpans: number, spans: number): void {
  if (resourceSpans > MAX_RESOURCE_SPANS) {
    throw new RefusedExport(413, `More than ${MAX_RESOURCE_SPANS} resourceSpans in one request: send smaller batches`);
  }
  if (spans > MAX_SPANS) {
    throw new RefusedExport(413, `More than ${MAX_SPANS} spans in one request: send smaller batches`);
  }
}

/** One attribute as it is stored: a map on its own becomes JSON text, a map inside a list stays. */
export function setAttribute(attributes: Attributes, key: string, value: AttributeValue | undefined): void {
  if (value === undefined) return;
  attributes.set(key, typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value);
}

/** JSON has no NaN and no Infinity: those are kept as their names. */
export function finiteOrText(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** An integer of up to 64 bits: a number where a double holds it exactly, else its decimal digits. */
export function integerOrDigits(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** The parent's id, or null where there is none; some senders write zeros for "none". */
export function parentIdOrNull(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}
