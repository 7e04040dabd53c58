import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { warnOfMisspeltOptions } from "@svc/core/internal";
import { RunHandler } from "./run-handler.ts";
import type { Run } from "../run/run-table.ts";
import { SETTING_NAMES, type TraceSettings } from "./trace-settings.ts";

/** Trace settings of a {@link CallbackHandler}. All are optional. */
export type CallbackHandlerParams = TraceSettings;

/** Part of the value that LangChain's `toJSON` returns for an object that cannot be rebuilt from JSON. */
interface NotImplemented {
  lc: number;
  type: "not_implemented";
  id: string[];
}

/**
 * Records the runs of LangChain and LangGraph as observations of the active OpenTelemetry SDK, with the given user, session,
 * tags, version and metadata of the trace. Pass it as `callbacks: [new CallbackHandler()]`. The preload records every run
 * already: under the preload the handler adds only its trace settings. Works with `@langchain/core` 1.x and loads nothing of
 * that package.
 *
 * In the metadata of a run, `svcUserId` and `svcSessionId` take precedence over the parameters, and `svcPrompt` links a managed
 * prompt.
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
  /** Id of the trace that the latest run of this handler belongs to, set when the run starts; null before the first run. */
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

  /** Returns a new handler with the same settings. */
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
    this.last_trace_id = run.observation.spanContext().traceId;
  }
}
