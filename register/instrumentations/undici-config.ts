import { context, propagation, trace, type Span } from "@opentelemetry/api";
import type { UndiciInstrumentationConfig } from "@opentelemetry/instrumentation-undici";
import { HEADER_LINE, headerNames, type UndiciRequest } from "../requests/undici-headers.ts";

/** Header of which a request may have several. */
const BAGGAGE = "baggage";

type Request = Pick<UndiciRequest, "headers">;

/**
 * Settings of the instrumentation of `fetch` and undici. Some packages, such as Anthropic's SDK, write the trace into a request
 * themselves. The instrumentation would add a second header beside theirs, and servers take two for none: theirs is removed first. The
 * span of the request, which the remaining header names, is below theirs.
 */
export const UNDICI_CONFIG: UndiciInstrumentationConfig = { requestHook: (span, request) => makeRoom(request, span) };

function makeRoom(request: Request, span: Span): void {
  const fields = new Set(propagation.fields());
  if (!headerNames(request).some((name) => name !== BAGGAGE && fields.has(name))) return;
  const added: Record<string, string> = {};
  propagation.inject(trace.setSpan(context.active(), span), added);
  remove(request, new Set(Object.keys(added).filter((name) => name !== BAGGAGE)));
}

function remove(request: Request, names: ReadonlySet<string>): void {
  const { headers } = request;
  if (typeof headers === "string") {
    request.headers = headers.replaceAll(HEADER_LINE, (line, name: string) =>
      names.has(name.toLowerCase()) ? "" : line,
    );
    return;
  }
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    if (names.has(String(headers[at]).toLowerCase())) headers.splice(at, 2);
  }
}
