import { SVC_INGESTION_VERSION, SvcHeaders } from "@svc/core/internal";
import type { Context } from "hono";
import { exportError } from "../../http/http-errors.ts";
import { projectOwner } from "../../http/body/body-owner.ts";
import { withBody } from "../../http/body/request-body.ts";
import type { OtlpFormat } from "../../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../../ingest/span-source.ts";
import { LOCAL_PROJECT } from "../../storage/local-project.ts";
import { writeAdvice } from "../../engines/sqlite/database/database-problem.ts";
import { requireLevel } from "../credentials.ts";
import { RETRY_LATER } from "../storage-problem.ts";
import { inProject } from "../writes-of-project.ts";
import { type Route, rawRoute } from "../routing/route.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { type PartialSuccess, exportAnswer, partialSuccess } from "./partial-success.ts";

const CONTENT_TYPES: Readonly<Record<OtlpFormat, string>> = {
  protobuf: "application/x-protobuf",
  json: "application/json",
};

const LATEST_INGESTION_VERSION = Number(SVC_INGESTION_VERSION);

export const otlpTracesRoutes: readonly Route[] = [
  /**
   * Takes a trace export, OTLP protobuf or JSON, gzip-compressed or plain. Stores all its spans but those with an impossible id or time,
   * which the answer counts, or nothing.
   */
  rawRoute("opentelemetry_exportTraces", async ({ service, context, access, projectId }) => {
    const header = (name: string): string | undefined => context.req.header(name);
    return ingest(service, context, {
      projectId,
      publicKey: access?.publicKey ?? null,
      sdkName: header(SvcHeaders.SDK_NAME) ?? null,
      sdkVersion: header(SvcHeaders.SDK_VERSION) ?? null,
    });
  }),
];

/** Path at which an OpenTelemetry collector takes traces. */
export const COLLECTOR_PATH = "/v1/traces";

/** Takes an export as a collector does. A program that the local project is open to needs no keys. */
export async function takeCollectorExport(service: Service, context: Context<ServiceEnvironment>): Promise<Response> {
  const source = await collectorSource(service, context);
  const access = { level: "project", projectId: source.projectId, publicKey: source.publicKey } as const;
  return inProject(service, context.req.method, access, async () => ingest(service, context, source));
}

/** Returns the sender of an export at the path of a collector. Throws the answer for a sender without access. */
export async function collectorSource(service: Service, context: Context<ServiceEnvironment>): Promise<SpanSource> {
  const { incoming } = context.env;
  if (incoming.headers.authorization === undefined && (await service.local.admits(incoming, "data"))) {
    return { projectId: LOCAL_PROJECT.id, publicKey: null, sdkName: null, sdkVersion: null };
  }
  const access = await service.credentials.check(incoming);
  requireLevel(access, "project");
  if (access.level === "organization") throw new Error("an organization key passed for one of a project");
  const { projectId, publicKey } = access;
  return { projectId, publicKey, sdkName: null, sdkVersion: null };
}

/** Stores the export of a request, and answers the request. */
async function ingest(service: Service, context: Context<ServiceEnvironment>, source: SpanSource): Promise<Response> {
  const { observations, metrics, log, dataDirectory } = service;
  checkIngestionVersion((name) => context.req.header(name));
  const format = exportFormat(context);
  const outcome = await withBody(context.env.incoming, projectOwner(source.projectId), async (body) => {
    const settled = metrics?.exportWaits(body.byteLength);
    const settling = await observations.ingest(format, body, source);
    settled?.(settling);
    return settling;
  });
  if ("cause" in outcome) {
    const isUnavailable = outcome.status === 503;
    const advice = isUnavailable
      ? (outcome.advice ?? writeAdvice(dataDirectory))
      : "The cause is an error in the service";
    if (outcome.isDamage !== true) log(`a trace export was not stored: ${outcome.cause}. ${advice}`);
    const message = "The export could not be stored: see the log of the service";
    throw exportError(outcome.status, message, isUnavailable ? RETRY_LATER : {});
  }
  if (outcome.status !== 200) throw exportError(outcome.status, outcome.error);
  return answerExport(context, format, await partialSuccess(service, source.projectId, outcome));
}

/** Answers an export that was taken: with an empty message in the format of the export, unless there is something to say. */
export function answerExport(
  context: Context<ServiceEnvironment>,
  format: OtlpFormat,
  said?: PartialSuccess,
): Response {
  return context.body(exportAnswer(format, said), 200, { "Content-Type": CONTENT_TYPES[format] });
}

/**
 * Throws a 400 for an ingestion version that the service does not read. Reads both spellings of the header: some proxies turn
 * hyphens into underscores.
 */
function checkIngestionVersion(header: (name: string) => string | undefined): void {
  const name = SvcHeaders.INGESTION_VERSION;
  const value = header(name) ?? header(name.replaceAll("-", "_"));
  if (value === undefined) return;
  const version = Number.parseInt(value, 10);
  if (Number.isNaN(version) || version > LATEST_INGESTION_VERSION) {
    throw exportError(400, `Unsupported ${name}: versions up to ${LATEST_INGESTION_VERSION} are read`);
  }
}

/** Returns the format of an export. Throws a 400 for any other content type. */
export function exportFormat(context: Context<ServiceEnvironment>): OtlpFormat {
  const sent = (context.req.header("content-type") ?? "").toLowerCase();
  if (sent.includes(CONTENT_TYPES.protobuf)) return "protobuf";
  if (sent.includes(CONTENT_TYPES.json)) return "json";
  throw exportError(400, "Invalid content type");
}
