import type { Context } from "hono";
import { finished } from "node:stream/promises";
import { type Route, ownRoute } from "../routing/route.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { answerExport, collectorSource, exportFormat } from "./otlp-trace-routes.ts";

/**
 * Signals that OpenTelemetry SDKs send beside traces. The service accepts and drops them, so that SDKs do not send them again.
 */
const SIGNALS = ["metrics", "logs"] as const;

/** Routes for exports of metrics and logs. */
export const otlpOtherSignalsRoutes: readonly Route[] = SIGNALS.map((signal) =>
  ownRoute({ method: "POST", path: `/api/public/otel/v1/${signal}`, access: "project" }, async ({ context }) =>
    drop(context),
  ),
);

/** Paths at which an OpenTelemetry collector takes these exports. */
export const OTHER_COLLECTOR_PATHS: readonly string[] = SIGNALS.map((signal) => `/v1/${signal}`);

/** Accepts and drops such an export at the path of a collector. */
export async function dropCollectorExport(service: Service, context: Context<ServiceEnvironment>): Promise<Response> {
  // A sender who may send traces may send these signals.
  await collectorSource(service, context);
  return drop(context);
}

async function drop(context: Context<ServiceEnvironment>): Promise<Response> {
  const format = exportFormat(context);
  // Skips the body, whatever its encoding and size, so that the sender can go on with the connection.
  await finished(context.env.incoming.resume()).catch(() => undefined);
  return answerExport(context, format);
}
