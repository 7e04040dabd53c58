import type { IngestionError, IngestionEvent } from "@svc/core/api";
import { type HttpError, namedError } from "../../http/http-errors.ts";
import type { Score } from "../../stores/scores.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import type { Service } from "../service.ts";
import { readScore } from "./score-reading.ts";

/** Maximum bytes of a batch: 4.5 MB. */
const MAX_BODY_BYTES = 4_500_000;

/** Event batches of clients from before OpenTelemetry. The service takes the scores among the events and refuses all others. */
export const ingestionRoutes: readonly Route[] = [
  route(
    "ingestion_batch",
    async ({ service, projectId, body }) => {
      const now = Date.now();
      const read = await Promise.all(
        body.batch.map(async (event) => ({ id: event.id, score: await readEvent(service, projectId, event, now) })),
      );
      const accepted = read.flatMap(({ score }) => (score instanceof Error ? [] : [score]));
      await service.observations.storeScores(projectId, accepted, now);
      return new Answer(207, {
        successes: read.flatMap(({ id, score }) => (score instanceof Error ? [] : [{ id, status: 201 }])),
        errors: read.flatMap(({ id, score }) => (score instanceof Error ? [eventError(id, score)] : [])),
      });
    },
    { maxBodyBytes: MAX_BODY_BYTES },
  ),
];

/**
 * Returns the score of an event, or the error for any other event. A score without an id gets the id of its event, so that an
 * event that is sent again is not stored twice.
 */
async function readEvent(
  service: Service,
  projectId: string,
  { id, timestamp, type, body }: IngestionEvent,
  now: number,
): Promise<Score | HttpError> {
  if (type !== "score-create") {
    return namedError("NotImplementedError", `${type} is not taken any more: send spans to /api/public/otel/v1/traces`);
  }
  return readScore(service, projectId, { timestamp, ...body, id: body["id"] ?? id }, now);
}

function eventError(id: string, { status, body }: HttpError): IngestionError {
  return { id, status, message: String(body["message"]), error: body["error"] };
}
