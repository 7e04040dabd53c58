import type { IngestionError, IngestionEvent } from "@svc/core/api";
import { type HttpError, namedError } from "../../http/http-errors.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { storeScores } from "./score-storing.ts";

/** Maximum bytes of a batch: 4.5 MB. */
const MAX_BODY_BYTES = 4_500_000;

/** Event batches of clients from before OpenTelemetry. The service takes the scores among the events and refuses all others. */
export const ingestionRoutes: readonly Route[] = [
  route(
    "ingestion_batch",
    async ({ service, projectAccess, body }) => {
      const scores = await storeScores(service, projectAccess, body.batch.map(readEvent), Date.now());
      const read = body.batch.map(({ id }, index) => ({ id, score: scores[index] }));
      return new Answer(207, {
        successes: read.flatMap(({ id, score }) => (score instanceof Error ? [] : [{ id, status: 201 }])),
        errors: read.flatMap(({ id, score }) => (score instanceof Error ? [eventError(id, score)] : [])),
      });
    },
    { maxBodyBytes: MAX_BODY_BYTES },
  ),
];

/**
 * Returns the score of an event as a caller gave it, or the error for any other event. A score without an id gets the id of its event, so
 * that an event that is sent again is not stored twice.
 */
function readEvent({ id, timestamp, type, body }: IngestionEvent): object {
  if (type === "score-create") return { timestamp, ...body, id: body["id"] ?? id };
  return namedError("NotImplementedError", `${type} is not taken any more: send spans to /api/public/otel/v1/traces`);
}

function eventError(id: string, { status, body }: HttpError): IngestionError {
  return { id, status, message: String(body["message"]), error: body["error"] };
}
