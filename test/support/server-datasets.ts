import type { Answered, Call } from "./server-api.ts";

/** What tests do with datasets. */
export interface DatasetCalls {
  dataset(name: string, fields?: Record<string, unknown>): Promise<Answered>;
  item(datasetName: string, fields?: Record<string, unknown>): Promise<Answered>;
}

/** The calls that make datasets and their items, among those of a service. */
export function datasetCallsOf(call: Call): DatasetCalls {
  return {
    dataset: (name, fields = {}) => call("POST", "/v2/datasets", { name, ...fields }),
    item: (datasetName, fields = {}) => call("POST", "/dataset-items", { datasetName, ...fields }),
  };
}
