// Middleware on the edge runtime, where no preload runs. Next.js itself waits for the spans.
import { trace } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import { NextResponse } from "next/server";

export const config = { matcher: "/edge" };

trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SvcSpanProcessor()] }));

export function middleware(request) {
  return startActiveObservation("check", async (span) => {
    span.update({ input: request.nextUrl.pathname });
    await Promise.resolve();
    span.startObservation("look up").end();
    return NextResponse.next();
  });
}
