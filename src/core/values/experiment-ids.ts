import { hex, utf8 } from "#platform/bytes";
import { sha256 } from "#platform/sha256";
import { serializeValue } from "./serialization.ts";

/** Values that identify an experiment on a dataset. */
export interface ExperimentIdentity {
  readonly projectId: string;
  readonly datasetId: string;
  readonly runName: string;
}

const ID_LENGTH = 16;

/** Tag that keeps ids of this kind apart from any other hash of the same three texts. */
const STABLE_ID_TAG = "svc-experiment-v1";

/**
 * Returns a random experiment id, 16 hexadecimal digits, for an experiment on local data.
 * Contract: "Experiment identity rules" 2.
 */
export function createExperimentId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(ID_LENGTH / 2)));
}

/**
 * Returns the experiment id of a run on a dataset, 16 hexadecimal digits. The same run on the same dataset has the same id.
 * Contract: "Experiment identity rules" 1.
 */
export function createStableExperimentId({ projectId, datasetId, runName }: ExperimentIdentity): string {
  return idOf(JSON.stringify([STABLE_ID_TAG, projectId, datasetId, runName]));
}

/**
 * Returns the id of an item of local data, 16 hexadecimal digits. The same input has the same id. A text is hashed
 * unchanged.
 */
export function createExperimentItemId(input: unknown): string {
  return idOf(serializeValue(input) ?? "");
}

function idOf(text: string): string {
  return hex(sha256(utf8(text)), 0, ID_LENGTH / 2);
}
