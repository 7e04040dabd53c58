import type { StoredObservation } from "./local-service.ts";

/** Returns the values of these fields of each observation, in this order. */
export function rowsOf<Field extends keyof StoredObservation>(
  observations: readonly StoredObservation[],
  ...fields: readonly Field[]
): Array<Array<StoredObservation[Field]>> {
  return observations.map((observation) => fields.map((field) => observation[field]));
}
