import type { HttpInstrumentationConfig } from "@opentelemetry/instrumentation-http";
import { ignoreLateWrites } from "../requests/late-writes.ts";

/** Settings of the `node:http` instrumentation. */
export const HTTP_CONFIG: HttpInstrumentationConfig = {
  applyCustomAttributesOnSpan(span, _request, response) {
    const isServer = "writeHead" in response;
    if (isServer) ignoreLateWrites(span);
  },
};
