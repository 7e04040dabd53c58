import type { Context } from "hono";
import { finished } from "node:stream/promises";
import type { Route } from "../route.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { answerExport, collectorSource, exportFormat } from "./otlp-trace-routes.ts";

/** What OpenTelemetry SDKs send beside traces. The service keeps none of it, and takes it so that they do not send it again. */
const SIGNALS = ["metrics", "logs"] as const;

/** Exports of metrics and logs. */
export const otlpOtherSignalsRoutes: readonly Route[] = SIGNALS.map((signal) => ({
  method: "POST",
  path: `/api/public/otel/v1/${signal}`,
  access: "project",
  handle: async ({ context }) => drop(context),
}));

/** Where an OpenTelemetry collector takes these exports. */
export const OTHER_COLLECTOR_PATHS: readonly string[] = SIGNALS.map((signal) => `/v1/${signal}`);

/** Takes such an export as a collector does. */
export async function dropCollectorExport(service: Service, context: Context<ServiceEnvironment>): Promise<Response> {
  // Who may send traces may send these.
  collectorSource(service, context);
  return drop(context);
}

async function drop(context: Context<ServiceEnvironment>): Promise<Response> {
  const format = exportFormat(context);
  // Whatever its encoding and its size: it is read past, so that the sender can go on with the connection.
  await finished(context.env.incoming.resume()).catch(() => undefined);
  return answerExport(context, format);
}
