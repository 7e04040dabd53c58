import { context, propagation, trace, type Span } from "@opentelemetry/api";
import type { UndiciInstrumentationConfig } from "@opentelemetry/instrumentation-undici";

/** Header of which a request may have several. */
const BAGGAGE = "baggage";

/** Lines of a header, in the text that versions of undici before 6 keep. */
const LINE = /([^:\r\n]+):[^\r\n]*\r\n/g;

interface Request {
  headers: string | (string | string[])[];
}

/**
 * Settings of the instrumentation of `fetch` and undici. Some packages, such as Anthropic's SDK, write the trace into a request
 * themselves. The instrumentation would add a second header beside theirs, and servers take two for none: theirs is removed first. The
 * span of the request, which the remaining header names, is below theirs.
 */
export const UNDICI_CONFIG: UndiciInstrumentationConfig = { requestHook: (span, request) => makeRoom(request, span) };

function makeRoom(request: Request, span: Span): void {
  const fields = new Set(propagation.fields());
  if (!namesOf(request).some((name) => name !== BAGGAGE && fields.has(name))) return;
  const added: Record<string, string> = {};
  propagation.inject(trace.setSpan(context.active(), span), added);
  remove(request, new Set(Object.keys(added).filter((name) => name !== BAGGAGE)));
}

/** Returns the names of the headers in lower case. */
function namesOf({ headers }: Request): string[] {
  if (typeof headers === "string") return [...headers.matchAll(LINE)].map(([, name]) => name!.toLowerCase());
  // Names and values alternate.
  return headers.filter((_item, place) => place % 2 === 0).map((name) => String(name).toLowerCase());
}

function remove(request: Request, names: ReadonlySet<string>): void {
  const { headers } = request;
  if (typeof headers === "string") {
    request.headers = headers.replaceAll(LINE, (line, name: string) => (names.has(name.toLowerCase()) ? "" : line));
    return;
  }
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    if (names.has(String(headers[at]).toLowerCase())) headers.splice(at, 2);
  }
}
