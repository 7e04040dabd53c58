import { fieldsOf, listOf } from "@svc/core/internal";
import { linkedPrompt } from "@svc/instrumentation";
import { chainInput, chainOutput } from "../message/chain-values.ts";
import { recordSafely } from "../run/record-safely.ts";
import { interruptedEnd } from "../run/interrupts.ts";
import { METADATA_KEYS } from "./metadata-keys.ts";
import { decisionAnswer } from "../model/decision-answer.ts";
import { modelAnswer } from "../model/model-answer.ts";
import { modelCall, recordedMessages } from "../model/model-call.ts";
import { noteStreamEvent, noteToken } from "../model/model-stream.ts";
import { takePrompt } from "./prompt-link.ts";
import { reportEnd, reportError, reportStart, type ReportedRun } from "./reported-run.ts";
import { kindOfChain } from "./run-names.ts";
import type { Run } from "../run/run-table.ts";
import type { RunEnd } from "../run/run.ts";
import { toolCallOf, toolInput, toolOutput } from "../message/tool-values.ts";
import type { TraceSettings } from "./trace-settings.ts";

type Metadata = Record<string, unknown>;

/**
 * Records the runs that LangChain reports as observations. Imports nothing of LangChain. No method throws.
 *
 * The parameters have the order of LangChain at run time; its types have another order for `handleChainStart`. Agent callbacks
 * are left out on purpose: the agent's runs already hold their data.
 */
export class RunHandler {
  /** Name by which LangChain tells handlers apart. */
  readonly name: string;
  /** True, so that LangChain waits for every call. A queued call would run in the context of another request. */
  awaitHandlers: boolean = true;
  raiseError: boolean = false;
  ignoreLLM: boolean = false;
  ignoreChain: boolean = false;
  ignoreAgent: boolean = false;
  ignoreRetriever: boolean = false;
  ignoreCustomEvent: boolean = true;
  readonly #settings: TraceSettings;

  constructor(name: string, settings: TraceSettings) {
    this.name = name;
    this.#settings = settings;
  }

  handleChainStart(
    serialized: unknown,
    inputs: unknown,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Metadata,
    runType?: string,
    name?: string,
  ): void {
    const reported = { serialized, runId, parentRunId, tags, metadata, name };
    // A model of another kind than chat models, such as a decision model.
    if (runType === "llm") return this.#startModel(reported, undefined, () => chainInput(inputs));
    const describe = () => ({ input: chainInput(inputs) });
    this.#noteStart(reportStart(reported, kindOfChain(serialized, metadata), this.#settings, inputs, describe));
  }

  handleChainEnd(outputs: unknown, runId: string, _parentRunId?: string, _tags?: string[], extra?: unknown): void {
    reportEnd(runId, (run) => {
      if (run.type === "generation") return decisionAnswer(outputs);
      const output = chainOutput(outputs);
      return { ...lateInput(extra), output, ...interruptedEnd(run, output) };
    });
  }

  handleChainError(error: unknown, runId: string, _parentRunId?: string, _tags?: string[], extra?: unknown): void {
    reportError(runId, error, (run) => ({ ...lateInput(extra), ...interruptedEnd(run) }));
  }

  handleChatModelStart(
    serialized: unknown,
    messages: unknown,
    runId: string,
    parentRunId?: string,
    extraParams?: Metadata,
    tags?: string[],
    metadata?: Metadata,
    name?: string,
  ): void {
    const reported = { serialized, runId, parentRunId, tags, metadata, name };
    this.#startModel(reported, extraParams, () => recordedMessages(listOf(messages)[0]));
  }

  handleLLMStart(
    serialized: unknown,
    prompts: string[],
    runId: string,
    parentRunId?: string,
    extraParams?: Metadata,
    tags?: string[],
    metadata?: Metadata,
    name?: string,
  ): void {
    const reported = { serialized, runId, parentRunId, tags, metadata, name };
    this.#startModel(reported, extraParams, () => (prompts.length === 1 ? prompts[0] : prompts));
  }

  handleLLMNewToken(
    token: unknown,
    _index: unknown,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    fields?: unknown,
  ): void {
    recordSafely(() => noteToken(runId, token, fields));
  }

  handleChatModelStreamEvent(event: unknown, runId: string): void {
    recordSafely(() => noteStreamEvent(runId, event));
  }

  handleLLMEnd(result: unknown, runId: string, _parentRunId?: string, _tags?: string[], extra?: unknown): void {
    reportEnd(runId, () => {
      const answer = modelAnswer(result);
      // An answer from LangChain's cache cost nothing, and its token counts are zero.
      return fieldsOf(extra).cached === true
        ? { ...answer, metadata: { ...fieldsOf(answer.metadata), cached: true } }
        : answer;
    });
  }

  handleLLMError(error: unknown, runId: string): void {
    reportError(runId, error, partialOutput);
  }

  handleToolStart(
    serialized: unknown,
    input: unknown,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Metadata,
    name?: string,
    toolCallId?: string,
  ): void {
    const reported = { serialized, runId, parentRunId, tags, metadata, name };
    const describe = () => ({ input: toolInput(input), ...toolCallOf(toolCallId) });
    this.#noteStart(reportStart(reported, { type: "tool", fallbackName: "Tool" }, this.#settings, undefined, describe));
  }

  handleToolEnd(output: unknown, runId: string): void {
    reportEnd(runId, () => toolOutput(output));
  }

  handleToolError(error: unknown, runId: string): void {
    reportError(runId, error);
  }

  handleRetrieverStart(
    serialized: unknown,
    query: unknown,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Metadata,
    name?: string,
  ): void {
    const reported = { serialized, runId, parentRunId, tags, metadata, name };
    const kind = { type: "retriever", fallbackName: "Retriever" } as const;
    this.#noteStart(reportStart(reported, kind, this.#settings, undefined, () => ({ input: query })));
  }

  handleRetrieverEnd(documents: unknown, runId: string): void {
    reportEnd(runId, () => ({ output: documents }));
  }

  handleRetrieverError(error: unknown, runId: string): void {
    reportError(runId, error);
  }

  /** Called for every run that starts, even if another handler was told of the run first. */
  protected onStart(_run: Run): void {}

  #startModel(reported: ReportedRun, extraParams: unknown, input: () => unknown): void {
    const metadata = fieldsOf(reported.metadata);
    const kind = { type: "generation", fallbackName: "LLM" } as const;
    const describe = (parent: Run | undefined) => {
      const left = takePrompt(parent);
      const prompt = linkedPrompt(metadata[METADATA_KEYS.prompt]) ?? left;
      return { ...modelCall(input(), extraParams, metadata), ...(prompt && { prompt }) };
    };
    this.#noteStart(reportStart(reported, kind, this.#settings, undefined, describe));
  }

  #noteStart(run: Run | undefined): void {
    if (run !== undefined) this.onStart(run);
  }
}

/**
 * Returns the input that LangChain reports at the end of a chain. A chain that is fed by a stream knows its whole input only
 * then.
 */
function lateInput(extra: unknown): RunEnd {
  const { inputs } = fieldsOf(extra);
  return inputs === undefined ? {} : { input: chainInput(inputs) };
}

/** Returns the text that a model had produced when the run was stopped, as output. */
export function partialOutput({ partialText }: Run): RunEnd {
  return partialText === undefined ? {} : { output: { role: "assistant", content: partialText } };
}
