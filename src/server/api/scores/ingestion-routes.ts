import { type HttpError, namedError } from "../../http/http-errors.ts";
import { upsertScore } from "../../stores/scores.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { readScore } from "./score-reading.ts";

/** Most bytes of a batch: 4.5 MB. */
const MAX_BODY_BYTES = 4_500_000;

/** Event batches of clients from before OpenTelemetry. The service takes the scores among the events and refuses all others. */
export const ingestionRoutes: readonly Route[] = [
  { operation: "ingestion_batch", handle: takeBatch, maxBodyBytes: MAX_BODY_BYTES },
];

interface IngestionEvent {
  id: string;
  timestamp: string;
  type: string;
  body: Record<string, unknown>;
}

async function takeBatch({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { batch } = body as { batch: IngestionEvent[] };
  const now = Date.now();
  const read = batch.map((event) => ({ event, score: scoreOf(event) }));
  const accepted = read.flatMap(({ score }) => (score instanceof Error ? [] : [score]));
  await service.records.write(accepted.map((score) => upsertScore(projectId, score, now)));
  const successes = read.flatMap(({ event, score }) => (score instanceof Error ? [] : [{ id: event.id, status: 201 }]));
  const errors = read.flatMap(({ event, score }) => (score instanceof Error ? [asError(event.id, score)] : []));
  return new Answer(207, { successes, errors });

  // A score without an id gets the id of its event, so that an event that is sent again is not stored twice.
  function scoreOf({ id, timestamp, type, body: content }: IngestionEvent): ReturnType<typeof readScore> {
    if (type !== "score-create") {
      return namedError(
        "NotImplementedError",
        `${type} is not taken any more: send spans to /api/public/otel/v1/traces`,
      );
    }
    return readScore(service, projectId, { timestamp, ...content, id: content["id"] ?? id }, now);
  }
}

function asError(id: string, { status, body }: HttpError): unknown {
  return { id, status, message: String(body["message"]), error: body["error"] };
}
