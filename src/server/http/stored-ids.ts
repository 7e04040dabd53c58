/** Hexadecimal id of a trace or of a span, in any case. */
const HEX_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{16})$/i;

/** Returns the id of a trace or an observation as it is stored. OpenTelemetry's hexadecimal ids are in lower case; any other stays. */
export function storedId(id: string): string {
  return HEX_ID.test(id) ? id.toLowerCase() : id;
}

/** Fields of requests that hold such an id, or a list of them. */
const ID_FIELDS: ReadonlySet<string> = new Set([
  "traceId",
  "traceIds",
  "observationId",
  "parentObservationId",
  "sourceTraceId",
  "sourceObservationId",
]);

/** Kinds of objects whose `objectId` is such an id. */
const OBJECT_TYPES: ReadonlySet<unknown> = new Set(["TRACE", "OBSERVATION"]);

/** Returns a request's parameters or body with the ids in its fields as they are stored. */
export function withStoredIds<T>(content: T): T {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return content;
  const fields = content as Record<string, unknown>;
  const isObject = OBJECT_TYPES.has(fields["objectType"]);
  const changed = Object.entries(fields).flatMap(([name, value]): Array<[string, unknown]> => {
    if (!ID_FIELDS.has(name) && !(isObject && name === "objectId")) return [];
    if (typeof value === "string") return [[name, storedId(value)]];
    return Array.isArray(value) ? [[name, value.map((id) => (typeof id === "string" ? storedId(id) : id))]] : [];
  });
  return changed.length === 0 ? content : ({ ...fields, ...Object.fromEntries(changed) } as T);
}
