import type { CreateScoreRequest } from "@svc/core/api";
import { type HttpError, accessError } from "../../http/http-errors.ts";

/** Fields by which a score claims to be a judgement of people or of an experiment, each with the claim. */
const CLAIMS: ReadonlyArray<
  readonly [field: keyof CreateScoreRequest, makesClaim: (score: CreateScoreRequest) => boolean, claim: string]
> = [
  ["source", ({ source }) => source === "ANNOTATION", "ANNOTATION is"],
  ["dataType", ({ dataType }) => dataType === "CORRECTION", "a CORRECTION is"],
  ["queueId", ({ queueId }) => Boolean(queueId), "a score of a queue is"],
  ["datasetRunId", ({ datasetRunId }) => Boolean(datasetRunId), "a score of an experiment is"],
];

/** Returns the error for a score that a public key alone may not send: it is in web pages, where everyone can read it. */
export function checkPublicKeyScore(score: CreateScoreRequest): HttpError | undefined {
  const [field, , claim] = CLAIMS.find(([, makesClaim]) => makesClaim(score)) ?? [];
  if (field === undefined) return undefined;
  return accessError(403, `${field}: ${claim} for people and programs with a key pair, not for a public key alone`);
}
