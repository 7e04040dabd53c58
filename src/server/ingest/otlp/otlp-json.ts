import { isExactNumber, parseExactJson } from "@svc/core/internal";
import { type JsonObject, isObject } from "../../http/json.ts";
import type { SpanProblems } from "../span-problems.ts";
import {
  type Attributes,
  type AttributeValue,
  type ReceivedEvent,
  type ReceivedScope,
  type ReceivedSpan,
  RefusedExport,
  assertCounts,
  finiteOrText,
  integerOrDigits,
  parentIdOrNull,
  setAttribute,
} from "./otlp-span.ts";

/** Reads an OTLP JSON trace export. Throws {@link RefusedExport} when the body is not JSON or holds too many spans. */
export function readJsonSpans(body: Uint8Array, problems: SpanProblems): ReceivedSpan[] {
  const spans: ReceivedSpan[] = [];
  const resourceSpans = list(parse(body)["resourceSpans"], "resourceSpans", problems);
  assertCounts(resourceSpans.length, 0);
  resourceSpans.forEach((group, r) => {
    problems.at(r);
    const resource = object(group, "resourceSpans", problems);
    const resourceAttributes = readAttributes(object(resource["resource"], "resource", problems), problems);
    list(resource["scopeSpans"], "scopeSpans", problems).forEach((scoped, s) => {
      problems.at(r, s);
      const scopeSpans = object(scoped, "scopeSpans", problems);
      const scope = readScope(object(scopeSpans["scope"], "scope", problems), problems);
      const raw = list(scopeSpans["spans"], "spans", problems);
      assertCounts(resourceSpans.length, spans.length + raw.length);
      raw.forEach((span, i) => {
        problems.at(r, s, i);
        spans.push(readSpan(object(span, "spans", problems), resourceAttributes, scope, problems));
      });
    });
  });
  return spans;
}

/** Integers of 16 digits and more, written as a number. */
const LONG_INTEGER = /"intValue"\s*:\s*-?\d{16}/;

function parse(body: Uint8Array): JsonObject {
  let value: unknown;
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(body);
    // Nearly every sender writes integers as text. The search for the few others takes far less time than to look at all numbers.
    value = LONG_INTEGER.test(json) ? parseExactJson(json) : JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw new RefusedExport(400, "Failed to parse OTel JSON Trace");
  return value;
}

function readSpan(span: JsonObject, resource: Attributes, scope: ReceivedScope, problems: SpanProblems): ReceivedSpan {
  const status = object(span["status"], "status", problems);
  return {
    traceId: idText(span["traceId"]),
    spanId: idText(span["spanId"]),
    parentSpanId: parentIdOrNull(idText(span["parentSpanId"])),
    name: text(span["name"]),
    startTime: milliseconds(span["startTimeUnixNano"]),
    endTime: milliseconds(span["endTimeUnixNano"]),
    attributes: readAttributes(span, problems),
    events: list(span["events"], "events", problems).map((event) => readEvent(event, problems)),
    statusCode: statusCode(status["code"]),
    statusMessage: text(status["message"]),
    resource,
    scope,
  };
}

function readScope(scope: JsonObject, problems: SpanProblems): ReceivedScope {
  return { name: text(scope["name"]), version: text(scope["version"]), attributes: readAttributes(scope, problems) };
}

function readEvent(event: unknown, problems: SpanProblems): ReceivedEvent {
  const fields = object(event, "events", problems);
  const time = milliseconds(fields["timeUnixNano"]);
  return { name: text(fields["name"]), time, attributes: readAttributes(fields, problems) };
}

/** Returns an id as text: hexadecimal digits in lower case, or what else was sent. Bytes, also in the JSON form of a `Buffer`, become digits. */
function idText(value: unknown): string {
  if (typeof value === "string") return value.toLowerCase();
  const bytes = isObject(value) && value["type"] === "Buffer" ? value["data"] : value;
  return isByteList(bytes) ? Buffer.from(bytes).toString("hex") : text(value);
}

function isByteList(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(isByte);
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256;
}

function readAttributes(owner: JsonObject, problems: SpanProblems): Attributes {
  const attributes: Attributes = new Map();
  for (const pair of list(owner["attributes"], "attributes", problems)) {
    if (isObject(pair) && typeof pair["key"] === "string") {
      setAttribute(attributes, pair["key"], readValue(pair["value"]));
    }
  }
  return attributes;
}

function readValue(wrapped: unknown): AttributeValue | undefined {
  if (!isObject(wrapped)) return undefined;
  for (const [kind, read] of VALUE_KINDS) {
    const content = wrapped[kind];
    if (content != null) return read(content);
  }
  return undefined;
}

const VALUE_KINDS: ReadonlyArray<[kind: string, read: (content: unknown) => AttributeValue | undefined]> = [
  ["stringValue", text],
  ["boolValue", (content) => content === true || content === "true"],
  ["intValue", integer],
  ["doubleValue", (content) => (typeof content === "number" ? finiteOrText(content) : text(content))],
  ["arrayValue", (content) => values(content).map((item) => readValue(item) ?? "")],
  ["kvlistValue", keyValues],
  ["bytesValue", (content) => JSON.stringify(content)],
];

function values(content: unknown): unknown[] {
  return isObject(content) && Array.isArray(content["values"]) ? content["values"] : [];
}

function keyValues(content: unknown): AttributeValue {
  const pairs = values(content).filter(isObject);
  return Object.fromEntries(pairs.map((pair) => [text(pair["key"]), readValue(pair["value"]) ?? ""]));
}

function integer(content: unknown): AttributeValue | undefined {
  if (typeof content === "number") return finiteOrText(content);
  const exact = exactInteger(content);
  return exact === undefined ? text(content) : integerOrDigits(exact);
}

/** Returns a 64-bit integer from the forms that JSON writers send: decimal digits, or the two halves as `{ low, high }`. */
function exactInteger(content: unknown): bigint | undefined {
  const digits = isExactNumber(content) ? content.rawJSON : content;
  if (typeof digits === "string" && /^-?\d{1,20}$/.test(digits)) return BigInt(digits);
  if (!isObject(content)) return undefined;
  const { low, high } = content;
  if (!Number.isInteger(low) || !Number.isInteger(high)) return undefined;
  return (BigInt(high as number) << 32n) | BigInt((low as number) >>> 0);
}

function milliseconds(nanoseconds: unknown): number | null {
  const exact = exactInteger(nanoseconds);
  const value = exact === undefined ? Number(nanoseconds) / 1e6 : Number(exact / 1_000_000n);
  return value > 0 && value < Infinity ? Math.floor(value) : null;
}

/** Returns the number of a status code. Some writers send the code's name in place of its number. */
function statusCode(code: unknown): number {
  if (code === "STATUS_CODE_ERROR") return 2;
  return Number.isInteger(Number(code)) ? Number(code) : 0;
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  return value == null ? "" : (JSON.stringify(value) ?? "");
}

function list(value: unknown, field: string, problems: SpanProblems): unknown[] {
  if (value == null) return [];
  if (Array.isArray(value)) return value;
  problems.add(`${field}:not_an_array`);
  return [];
}

function object(value: unknown, field: string, problems: SpanProblems): JsonObject {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  problems.add(`${field}:not_an_object`);
  return {};
}
