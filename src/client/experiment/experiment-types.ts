import type { ScoreDataType } from "@svc/core/api";

/** What a type argument that is left out stands for: tasks and evaluators are written without any. */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would have every use of an input or output be an error
export type Untyped = any;

/** An item of local data, or of a dataset. */
export interface ExperimentItem<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  /** Id of a dataset's item; for local data it is made from the input. */
  id?: string;
  /** The dataset it belongs to; without one it is local data. */
  datasetId?: string;
  /** The state of the dataset it was read at; default the experiment's `datasetVersion`. */
  version?: Date | string;
  /** An item without input is left out, with an error. */
  input?: Input;
  expectedOutput?: ExpectedOutput;
  metadata?: Metadata;
}

/** What is tried: gets an item and gives its output. What it records becomes part of the item's trace. */
export type ExperimentTask<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> = (
  item: ExperimentTaskParams<Input, ExpectedOutput, Metadata>,
) => Output | Promise<Output>;

/** What a task gets: the item, which has an input. */
export type ExperimentTaskParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> = ExperimentItem<
  Input,
  ExpectedOutput,
  Metadata
> & { input: Input };

/** A judgement; it becomes a score. */
export interface Evaluation {
  /** Not empty. */
  name: string;
  /** A finite number, or a text. */
  value: number | string;
  comment?: string;
  metadata?: Record<string, unknown>;
  dataType?: ScoreDataType;
  configId?: string;
}

/** What an evaluator gets. */
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

/** What a run evaluator gets. */
export interface RunEvaluatorParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  itemResults: Array<ExperimentItemResult<Input, ExpectedOutput, Metadata, Output>>;
}

/** Judges all items together. */
export type RunEvaluator<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> = (
  params: RunEvaluatorParams<Input, ExpectedOutput, Metadata, Output>,
) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

/** An experiment to be run. */
export interface ExperimentParams<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  /** What is tried. */
  name: string;
  /** Which run of it; the same run on the same dataset is the same experiment. Default: the name and the time. */
  runName?: string;
  description?: string;
  /** Recorded with every item. */
  metadata?: Record<string, unknown>;
  data: ReadonlyArray<ExperimentItem<Input, ExpectedOutput, Metadata>>;
  /** The state of the dataset the items were read at. */
  datasetVersion?: Date | string;
  task: ExperimentTask<Input, ExpectedOutput, Metadata, Output>;
  /** Each judges the output of every item. */
  evaluators?: ReadonlyArray<Evaluator<Input, ExpectedOutput, Metadata, Output>>;
  /** Each judges all items together. */
  runEvaluators?: ReadonlyArray<RunEvaluator<Input, ExpectedOutput, Metadata, Output>>;
  /** Items under way at once; default 50. */
  maxConcurrency?: number;
  /** Milliseconds that the task, and each evaluator, may take for an item; default ten minutes, Infinity for no limit. */
  itemTimeoutMs?: number;
  /** Whether a bar shows the progress on standard error; default where that is a terminal. */
  progress?: boolean;
}

/** How an item went. */
export interface ExperimentItemResult<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  readonly item: ExperimentItem<Input, ExpectedOutput, Metadata>;
  readonly input: Input;
  readonly expectedOutput?: ExpectedOutput;
  readonly output: Output;
  readonly evaluations: Evaluation[];
  /** Undefined where no tracer provider is registered. */
  readonly traceId?: string;
  /** The experiment the item was recorded in. */
  readonly experimentId: string;
  /** @deprecated Read `experimentId`. */
  readonly datasetRunId?: string;
}

/** An item that has no result. */
export interface ExperimentItemFailure<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  readonly item: ExperimentItem<Input, ExpectedOutput, Metadata>;
  /** Its place in the data, from 0. */
  readonly index: number;
  /** What the task threw, that it took too long, or that there is no input. */
  readonly error: unknown;
  /** Undefined where nothing was recorded. */
  readonly traceId?: string;
}

/** How an experiment went. */
export interface ExperimentResult<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped, Output = Untyped> {
  readonly name: string;
  readonly runName: string;
  /** Of items from several datasets: the first one's. */
  readonly experimentId: string;
  /** Undefined where the project is not known, or nothing was recorded. */
  readonly experimentUrl?: string;
  /** In the order of the data; failed items are left out. */
  readonly itemResults: Array<ExperimentItemResult<Input, ExpectedOutput, Metadata, Output>>;
  readonly runEvaluations: Evaluation[];
  /** The items that have no result, in the order of the data. */
  readonly failures: Array<ExperimentItemFailure<Input, ExpectedOutput, Metadata>>;
  /** @deprecated Read `experimentId`. */
  readonly datasetRunId: string;
  /** @deprecated Read `experimentUrl`. Undefined for local data. */
  readonly datasetRunUrl?: string;
  /** The result as text for a terminal: a table of the items, averages, run evaluations, the link. */
  format(options?: FormatOptions): Promise<string>;
}

/** What of a result is shown. */
export interface FormatOptions {
  /** Whether each item is shown; default false. */
  includeItemResults?: boolean;
}
