import type { Answered, Call } from "./api-calls.ts";

/** Calls about datasets that tests make. */
export interface DatasetCalls {
  dataset(name: string, fields?: Record<string, unknown>): Promise<Answered>;
  item(datasetName: string, fields?: Record<string, unknown>): Promise<Answered>;
}

/** Returns the calls that make datasets and their items in a service. */
export function datasetCallsOf(call: Call): DatasetCalls {
  return {
    dataset: (name, fields = {}) => call("POST", "/v2/datasets", { name, ...fields }),
    item: (datasetName, fields = {}) => call("POST", "/dataset-items", { datasetName, ...fields }),
  };
}
