import type { ScoreDataType } from "@svc/core/api";

/** Default of an omitted type argument: tasks and evaluators need no type arguments. */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would have every use of an input or output be an error
export type Untyped = any;

/** Item of local data or of a dataset. */
export interface ExperimentItem<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  /** Id of the dataset item; for local data the id is made from the input. */
  id?: string;
  /** Id of the item's dataset; omitted for local data. */
  datasetId?: string;
  /** Version of the dataset the item was read at; default the experiment's `datasetVersion`. */
  version?: Date | string;
  /** Input of the task. An item without input has no result; an error is logged. */
  input?: Input;
  expectedOutput?: ExpectedOutput;
  metadata?: Metadata;
}

/** Task under test: takes an item and returns its output. Observations recorded by the task become part of the item's trace. */
export type ExperimentTask<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> = (
  item: ExperimentTaskParams<Input, ExpectedOutput, Metadata>,
) => Output | Promise<Output>;

/** Argument of a task: an item that has an input. */
export type ExperimentTaskParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> = ExperimentItem<
  Input,
  ExpectedOutput,
  Metadata
> & { input: Input };

/** Judgement of an output, or of a run; becomes a score. */
export interface Evaluation {
  /** Name of the score; not empty. */
  name: string;
  /** Value of the score: a finite number or a text. */
  value: number | string;
  comment?: string;
  metadata?: Record<string, unknown>;
  dataType?: ScoreDataType;
  configId?: string;
}

export interface EvaluatorParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  input: Input;
  output: Output;
  expectedOutput?: ExpectedOutput;
  metadata?: Metadata;
}

/** Judges the output of one item. */
export type Evaluator<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> = (
  params: EvaluatorParams<Input, ExpectedOutput, Metadata, Output>,
) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

/** Argument of a run evaluator. */
export interface RunEvaluatorParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  itemResults: Array<ExperimentItemResult<Input, ExpectedOutput, Metadata, Output>>;
}

/** Judges all items together. */
export type RunEvaluator<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> = (
  params: RunEvaluatorParams<Input, ExpectedOutput, Metadata, Output>,
) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

export interface ExperimentParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  name: string;
  /**
   * Name of the run. Runs of the same name on the same dataset are the same experiment. Default: the experiment's name
   * and the time.
   */
  runName?: string;
  description?: string;
  /** Metadata recorded with every item. */
  metadata?: Record<string, unknown>;
  data: ReadonlyArray<ExperimentItem<Input, ExpectedOutput, Metadata>>;
  /** Version of the dataset the items were read at. */
  datasetVersion?: Date | string;
  task: ExperimentTask<Input, ExpectedOutput, Metadata, Output>;
  /** Evaluators; each judges the output of every item. */
  evaluators?: ReadonlyArray<Evaluator<Input, ExpectedOutput, Metadata, Output>>;
  /** Run evaluators; each judges all items together. */
  runEvaluators?: ReadonlyArray<RunEvaluator<Input, ExpectedOutput, Metadata, Output>>;
  /** Items processed at once; default 50. */
  maxConcurrency?: number;
  /** Time the task and each evaluator may take for one item, in milliseconds; default ten minutes, Infinity for no limit. */
  itemTimeoutMs?: number;
  /** True when a progress bar may appear on standard error; default true. The bar needs a terminal. */
  progress?: boolean;
}

export interface ExperimentItemResult<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  readonly item: ExperimentItem<Input, ExpectedOutput, Metadata>;
  readonly input: Input;
  readonly expectedOutput?: ExpectedOutput;
  readonly output: Output;
  readonly evaluations: Evaluation[];
  /** Id of the item's trace; undefined when no tracer provider is registered. */
  readonly traceId?: string;
  /** Id of the experiment the item was recorded in. */
  readonly experimentId: string;
  /** @deprecated Read `experimentId`. */
  readonly datasetRunId?: string;
}

/** Item without a result. */
export interface ExperimentItemFailure<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  readonly item: ExperimentItem<Input, ExpectedOutput, Metadata>;
  /** Position of the item in the data, from 0. */
  readonly index: number;
  /** Error the task threw, or the error of a timeout or of a missing input. */
  readonly error: unknown;
  /** Id of the item's trace; undefined when nothing was recorded. */
  readonly traceId?: string;
}

export interface ExperimentResult<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  readonly name: string;
  readonly runName: string;
  /** Id of the experiment; with items of several datasets, the first item's experiment. */
  readonly experimentId: string;
  /** Address of the experiment's page; undefined when the project is unknown or nothing was recorded. */
  readonly experimentUrl?: string;
  /** Results in the order of the data, without failed items. */
  readonly itemResults: Array<ExperimentItemResult<Input, ExpectedOutput, Metadata, Output>>;
  readonly runEvaluations: Evaluation[];
  /** Items without a result, in the order of the data. */
  readonly failures: Array<ExperimentItemFailure<Input, ExpectedOutput, Metadata>>;
  /** @deprecated Read `experimentId`. */
  readonly datasetRunId: string;
  /** @deprecated Read `experimentUrl`. Undefined for local data. */
  readonly datasetRunUrl?: string;
  /** Formats the result as text for a terminal: a table of the items, averages, run evaluations and the link. */
  format(options?: FormatOptions): Promise<string>;
}

/** Options of `format`. */
export interface FormatOptions {
  /** True when the text shows each item; default false. */
  includeItemResults?: boolean;
}
