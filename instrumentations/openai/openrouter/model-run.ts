import { context, type Context } from "@opentelemetry/api";
import { beforeExitDelivery, isFields, isOwnedCall, listOf, SUPPRESS_TRACING, type Fields } from "@svc/core/internal";
import {
  aloneOrWith,
  configOfCall,
  CUT_SHORT,
  dataIn,
  endWhenCollected,
  ObservedCall,
  ownData,
  speakeasySignal,
  startConfigured,
  Step,
  wireForm,
  type Answer,
  type Ending,
  type StepEnding,
  type SvcConfig,
} from "@svc/instrumentation";
import { MODEL_CALL } from "./model-call.ts";
import { recordedClient } from "./model-client.ts";
import { record } from "./record-safely.ts";
import { recordedTools } from "./recorded-tools.ts";
import { endingOfCall, failureEnding, UNFINISHED_TOOL } from "./run-ending.ts";
import { ToolCall } from "./tool-call.ts";

const NAME = "callModel";

/** Ends of the model calls of a run, so far as the run needs them. */
interface LastCall {
  readonly ending: Ending;
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly endMs: number;
}

/** Runs that have not ended. They end with the process. */
const open = new Set<ModelRun>();
let isExitWatched = false;

/**
 * Run of one `callModel`, from its first request: an agent with its model calls and tools. A run does not refer to the result
 * object of the application, so that the collection of the object is noticed.
 */
export class ModelRun {
  readonly context: Context;
  readonly #step: Step;
  readonly #config: SvcConfig | undefined;
  readonly #client: object;
  readonly #model: unknown;
  readonly #signal: AbortSignal | undefined;
  readonly #hasTools: boolean;
  readonly #tools = new Set<ToolCall>();
  #call: ObservedCall | undefined;
  #last: LastCall | undefined;
  #isExecuting = false;
  #hasEnded = false;

  private constructor(options: object, client: object, config: SvcConfig | undefined) {
    const request = ownData(options, "request");
    this.#step = new Step(NAME, "agent", context.active());
    this.context = this.#step.context;
    this.#config = config;
    this.#client = client;
    this.#model = ownData(request, "model");
    this.#signal = speakeasySignal([undefined, ownData(options, "options")]);
    this.#hasTools = listOf(ownData(options, "tools")).length > 0;
    if (this.#step.content.inputs && isFields(request)) this.#step.update({ input: inputOf(request) });
  }

  /** Starts the run of the options of a result object. Returns undefined where nothing is to be recorded. */
  static start(options: object, ofClient: SvcConfig | undefined): ModelRun | undefined {
    const active = context.active();
    const client = ownData(options, "client");
    if (!isFields(client) || active.getValue(SUPPRESS_TRACING) === true || isOwnedCall(active)) return undefined;
    const config = configOfCall(active, ofClient);
    const start = (): ModelRun => new ModelRun(options, client, config);
    const run = config === undefined ? start() : startConfigured(config, start);
    if (!run.#step.isRecording) return undefined;
    watchExit();
    open.add(run);
    return run;
  }

  /** Returns the options with which the result object makes its requests and executes its tools inside the run. */
  recordedOptions(options: object): object {
    return {
      ...options,
      client: recordedClient(this.#client, () => this.#startCall()),
      tools: recordedTools(ownData(options, "tools"), (name, input, call) => this.#callTool(name, input, call)),
    };
  }

  /** Notes that the package has begun to execute tools, and will report the end. */
  executes(): void {
    this.#isExecuting = true;
  }

  /** Ends the run of a result object that has its last answer. */
  succeed(): void {
    this.#end(this.#outputEnding());
  }

  /** Ends the run with the error of the package. */
  fail(error: unknown): void {
    this.#call?.endFailed(error);
    const isAborted = this.#signal?.aborted === true;
    this.#end(
      isAborted && this.#last !== undefined ? this.#outputEnding() : { ...this.#output(), ...failureEnding(error) },
    );
  }

  /** Notes an error before the first answer. The package reports the error again where it executes tools. */
  failToStart(error: unknown): void {
    if (!this.#isExecuting) this.fail(error);
  }

  /** Ends the run of a result object that the application has dropped. */
  endUnread(): void {
    if (!this.#isExecuting && this.#last !== undefined) this.#end(this.#outputEnding(), this.#last.endMs);
    else this.#end(CUT_SHORT);
  }

  #startCall(): ObservedCall | undefined {
    if (this.#hasEnded) return undefined;
    const call = new ObservedCall(MODEL_CALL, this.#client, { model: this.#model }, this.context, this.#config);
    call.signal = this.#signal;
    call.onEnd = (ending, answer) => record(() => this.#callEnded(ending, answer));
    this.#call = call;
    return call.isRecording ? call : undefined;
  }

  #callEnded(ending: Ending, answer: Answer = {}): void {
    this.#call = undefined;
    this.#last = { ending, answer, endMs: this.#step.now() };
    // A result object with tools may execute them later, when the application asks for more.
    if (!this.#isExecuting && !(this.#hasTools && callsTools(answer))) this.#end(this.#outputEnding());
  }

  #callTool(name: string, input: unknown, call: () => unknown): unknown {
    const tool = record(() => {
      if (this.#hasEnded) return undefined;
      const step = new Step(name, "tool", this.context);
      if (step.content.inputs) step.update({ input: dataIn(input) });
      const started = new ToolCall(step, (ended) => this.#tools.delete(ended));
      this.#tools.add(started);
      return started;
    });
    return tool === undefined ? call() : tool.run(call);
  }

  /** Returns the last answer, and what was unusual about it. */
  #outputEnding(): StepEnding {
    return { ...this.#output(), ...(this.#last && endingOfCall(this.#last.ending)) };
  }

  #output(): StepEnding {
    const output = this.#last?.answer.output;
    return output === undefined ? {} : { output };
  }

  #end(ending: StepEnding, endMs?: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    open.delete(this);
    for (const tool of this.#tools) tool.end(ending === CUT_SHORT ? CUT_SHORT : UNFINISHED_TOOL);
    this.#step.end(ending, endMs);
  }
}

/** Ends the run when the application has dropped the result object. */
export function endWithResult(result: object, run: ModelRun): void {
  endWhenCollected(result, run);
}

function watchExit(): void {
  if (isExitWatched) return;
  isExitWatched = true;
  beforeExitDelivery(() => {
    for (const run of open) run.endUnread();
  });
}

function inputOf(request: object): unknown {
  const given = { input: ownData(request, "input"), instructions: ownData(request, "instructions") };
  return aloneOrWith(wireForm(dataIn(given)) as Fields, "input", ["instructions"]);
}

function callsTools({ output }: Answer): boolean {
  return [output].flat().some((item) => isFields(item) && item.type === "function_call");
}
