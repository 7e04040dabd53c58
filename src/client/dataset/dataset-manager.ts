import { generateUUID, readPages, type SvcMedia } from "@svc/core/internal";
import type { CreateDatasetItemRequest, Dataset, DatasetItem, SvcAPIClient } from "@svc/core/api";
import type { ExperimentManager } from "../experiment/experiment-manager.ts";
import type { ExperimentParams, ExperimentResult } from "../experiment/experiment-types.ts";
import type { MediaManager } from "../media/media-manager.ts";
import { requireName } from "../validation-rules.ts";
import { mediaIn, MEDIA_FIELDS, withMediaReferences, withMediaTags } from "./dataset-item-media.ts";

/** Options of `dataset.get`. */
export interface GetDatasetOptions {
  /** Items per request; default 50, at most 100. Fewer where the service has no room for so many in one answer. */
  fetchItemsPageSize?: number;
  /** Time whose state of the dataset is read; default now. Experiments on the dataset record this version. */
  version?: Date | string;
}

/** Runs an experiment on the items of a dataset. */
export type RunExperimentOnDataset = <I = unknown, E = unknown, M = unknown, O = unknown>(
  params: Omit<ExperimentParams<I, E, M, O>, "data" | "datasetVersion">,
) => Promise<ExperimentResult<I, E, M, O>>;

export type FetchedDataset = Dataset & {
  /** Items of the dataset. Media in them is a reference object, which can fetch the content. */
  readonly items: DatasetItem[];
  /** Time of the requested state, ISO 8601. */
  readonly version?: string;
  /**
   * Runs an experiment on the items; see `experiment.run`.
   *
   * @example
   * const result = await dataset.runExperiment({ name: "capitals", task: ({ input }) => answer(input), evaluators: [exact] });
   */
  readonly runExperiment: RunExperimentOnDataset;
};

const PAGE_SIZE = 50;

/** Reads datasets and adds items to them. Contract: "Dataset, dataset item, experiment", "Limits" (60 s per request). */
export class DatasetManager {
  readonly #api: Pick<SvcAPIClient, "datasets" | "datasetItems">;
  readonly #media: MediaManager;
  readonly #experiment: ExperimentManager;

  constructor(
    api: Pick<SvcAPIClient, "datasets" | "datasetItems">,
    media: MediaManager,
    experiment: ExperimentManager,
  ) {
    this.#api = api;
    this.#media = media;
    this.#experiment = experiment;
  }

  /** Returns a dataset with all its items. Rejects when no dataset has that name. */
  async get(name: string, options: GetDatasetOptions = {}): Promise<FetchedDataset> {
    requireName("dataset", name);
    const version = options.version === undefined ? undefined : isoVersion(options.version);
    const dataset = await this.#api.datasets.get(name);
    const items: DatasetItem[] = [];
    const query = { datasetName: name, ...(version !== undefined && { version }) };
    const limit = options.fetchItemsPageSize ?? PAGE_SIZE;
    for await (const { data } of readPages((place) => this.#api.datasetItems.list({ ...query, ...place }), limit)) {
      items.push(...data.map(withMediaReferences));
    }
    const runExperiment: FetchedDataset["runExperiment"] = <I, E, M, O>(
      params: Omit<ExperimentParams<I, E, M, O>, "data">,
    ) => {
      const data = items as ExperimentParams<I, E, M, O>["data"];
      return this.#experiment.run({ ...params, data, ...(version !== undefined && { datasetVersion: version }) });
    };
    return { ...dataset, items, runExperiment, ...(version !== undefined && { version }) };
  }

  /**
   * Adds an item, or changes the item with the given id. Uploads the media in `input`, `expectedOutput` and `metadata`
   * first, and stores references in its place. Rejects when the dataset is unknown or an upload fails.
   *
   * @example
   * await client.dataset.createItem({ datasetName: "capitals", input: { country: "France" }, expectedOutput: "Paris" });
   */
  async createItem(request: CreateDatasetItemRequest): Promise<DatasetItem> {
    requireName("dataset", request?.datasetName);
    const media = new Set(MEDIA_FIELDS.flatMap((field) => [...mediaIn(request[field])]));
    if (media.size === 0) return this.#api.datasetItems.create(request);
    const id = request.id ?? generateUUID();
    const tags = await this.#upload(request, id, media);
    const withTags = { ...request, id };
    for (const field of MEDIA_FIELDS) {
      if (request[field] !== undefined) withTags[field] = withMediaTags(request[field], tags);
    }
    return this.#api.datasetItems.create(withTags);
  }

  async #upload(
    request: CreateDatasetItemRequest,
    datasetItemId: string,
    media: ReadonlySet<SvcMedia>,
  ): Promise<Map<SvcMedia, string>> {
    const tags = new Map<SvcMedia, string>();
    for (const one of media) tags.set(one, await tagOf(one, request));
    const { id: datasetId } = await this.#api.datasets.get(request.datasetName);
    const byId = new Map<string, SvcMedia>();
    for (const one of media) byId.set((await one.getId())!, one);
    const uploads = [...byId.values()].map((one) => {
      const field = MEDIA_FIELDS.find((name) => mediaIn(request[name]).has(one))!;
      return this.#media.upload(one.content!, { datasetId, datasetItemId, field });
    });
    await Promise.all(uploads);
    return tags;
  }
}

async function tagOf(media: SvcMedia, { datasetName, id }: CreateDatasetItemRequest): Promise<string> {
  const tag = await media.getTag();
  if (tag !== undefined) return tag;
  const item = id ? `The item ${JSON.stringify(id)}` : "The item";
  throw new TypeError(`${item} for the dataset ${datasetName} has media without content.`);
}

function isoVersion(version: Date | string): string {
  const time = new Date(version);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new TypeError(`A dataset's version must be a date or an ISO 8601 text, not ${JSON.stringify(version)}.`);
}
