import type { SvcClient } from "../client.ts";
import type { ExperimentItem, ExperimentParams, ExperimentResult, Untyped } from "./experiment-types.ts";

/** What the experiments of a context have in common. */
export interface RunnerContextOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  client: SvcClient;
  data?: ReadonlyArray<ExperimentItem<Input, ExpectedOutput, Metadata>>;
  datasetVersion?: Date | string;
  metadata?: Record<string, unknown>;
}

/** An experiment of a context: what it leaves out is the context's. */
export type RunnerContextExperimentParams<I = Untyped, E = Untyped, M = Untyped, O = Untyped> = Omit<
  ExperimentParams<I, E, M, O>,
  "data"
> &
  Partial<Pick<ExperimentParams<I, E, M, O>, "data">>;

/** Runs experiments with what they have in common: whoever starts a run chooses the data, whoever writes it the rest. */
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

  /** Runs an experiment; what it gives itself wins, its metadata key by key. Rejects where neither has data. */
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
