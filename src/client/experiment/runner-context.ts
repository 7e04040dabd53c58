import type { SvcClient } from "../client.ts";
import type { ExperimentItem, ExperimentParams, ExperimentResult, Untyped } from "./experiment-types.ts";

/** Settings shared by the experiments of a context. */
export interface RunnerContextOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  client: SvcClient;
  data?: ReadonlyArray<ExperimentItem<Input, ExpectedOutput, Metadata>>;
  datasetVersion?: Date | string;
  metadata?: Record<string, unknown>;
}

/** Parameters of an experiment in a context, which supplies omitted `data` and `datasetVersion`. */
export type RunnerContextExperimentParams<I = Untyped, E = Untyped, M = Untyped, O = Untyped> = Omit<
  ExperimentParams<I, E, M, O>,
  "data"
> &
  Partial<Pick<ExperimentParams<I, E, M, O>, "data">>;

/**
 * Runs experiments with shared settings: the caller of a run chooses the data, the author of an experiment the other
 * parameters.
 */
export class RunnerContext {
  readonly client: SvcClient;
  readonly data: readonly ExperimentItem[] | undefined;
  readonly datasetVersion: Date | string | undefined;
  readonly metadata: Record<string, unknown> | undefined;

  constructor({ client, data, datasetVersion, metadata }: RunnerContextOptions) {
    this.client = client;
    this.data = data;
    this.datasetVersion = datasetVersion;
    this.metadata = metadata;
  }

  /**
   * Runs an experiment. Its own parameters win over the context's; metadata is merged key by key. Rejects when neither
   * has data.
   */
  async runExperiment<I = unknown, E = unknown, M = unknown, O = unknown>(
    params: RunnerContextExperimentParams<I, E, M, O>,
  ): Promise<ExperimentResult<I, E, M, O>> {
    const data = params.data ?? (this.data as ExperimentParams<I, E, M, O>["data"] | undefined);
    if (data === undefined) {
      throw new TypeError(
        `The experiment ${JSON.stringify(params.name)} has no data: give it some, or the RunnerContext.`,
      );
    }
    const datasetVersion = params.datasetVersion ?? this.datasetVersion;
    const metadata = this.metadata || params.metadata ? { ...this.metadata, ...params.metadata } : undefined;
    return this.client.experiment.run({
      ...params,
      data,
      ...(datasetVersion !== undefined && { datasetVersion }),
      ...(metadata !== undefined && { metadata }),
    });
  }
}
