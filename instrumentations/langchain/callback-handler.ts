import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { warnOfMisspeltOptions } from "@svc/core";
import { RunHandler } from "./run-handler.ts";
import type { Run } from "./run-table.ts";
import { SETTING_NAMES, type TraceSettings } from "./trace-settings.ts";

/** What a {@link CallbackHandler} says about its traces; everything is optional. */
export type CallbackHandlerParams = TraceSettings;

/** A part of what LangChain's `toJSON` gives for an object that cannot be made again from JSON. */
interface NotImplemented {
  lc: number;
  type: "not_implemented";
  id: string[];
}

/**
 * Records the runs of LangChain and LangGraph it is given to, as `callbacks: [new CallbackHandler()]`, as observations of the
 * active OpenTelemetry SDK, and says whose they are. Under the preload every run is recorded anyway: then it adds only
 * what it says about the trace. Works with `@langchain/core` 1.x, of which it loads nothing.
 *
 * In the metadata of a run, `svcUserId` and `svcSessionId` win over the parameters, and `svcPrompt` links a managed prompt.
 * Contract: "Versioning" (handler API unchanged) and "Metadata encoding".
 *
 * @example
 * const handler = new CallbackHandler({ userId: "user-1", sessionId: "chat-7", tags: ["support"] });
 * await chain.invoke(input, { callbacks: [handler] });
 * handler.last_trace_id; // the trace to attach scores to
 */
export class CallbackHandler extends RunHandler implements BaseCallbackHandler {
  readonly lc_serializable: boolean = false;
  lc_kwargs: Record<string, unknown>;
  /** Id of the trace that the latest run of this handler belongs to, from its start on; null before the first. */
  last_trace_id: string | null = null;

  constructor(params: CallbackHandlerParams = {}) {
    super("SvcCallbackHandler", params);
    warnOfMisspeltOptions("CallbackHandler", params, SETTING_NAMES);
    this.lc_kwargs = { ...params };
  }

  get lc_namespace(): ["langchain_core", "callbacks", string] {
    return ["langchain_core", "callbacks", this.name];
  }

  get lc_secrets(): undefined {
    return undefined;
  }

  get lc_attributes(): undefined {
    return undefined;
  }

  get lc_aliases(): undefined {
    return undefined;
  }

  get lc_serializable_keys(): undefined {
    return undefined;
  }

  get lc_id(): string[] {
    return [...this.lc_namespace, "CallbackHandler"];
  }

  /** Another handler that says the same. */
  copy(): CallbackHandler {
    return new CallbackHandler(this.lc_kwargs);
  }

  toJSON(): NotImplemented {
    return this.toJSONNotImplemented();
  }

  toJSONNotImplemented(): NotImplemented {
    return { lc: 1, type: "not_implemented", id: this.lc_id };
  }

  protected override onStart(run: Run): void {
    this.last_trace_id = run.observation.traceId;
  }
}
