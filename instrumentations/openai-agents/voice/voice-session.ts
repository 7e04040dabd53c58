import { context, type Context } from "@opentelemetry/api";
import { beforeExitDelivery, fieldsOf, listOf, messageOfThrown, textOf, withoutOwnedCall } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { CUT_SHORT, failedEnding, Step, textAttribute, type StepEnding } from "@svc/instrumentation";
import { LiveContext, settled } from "../context/live-context.ts";
import { withTraceSettings } from "../run/trace-settings.ts";

/** Name of a session whose options name no workflow. */
const WORKFLOW = "Voice session";

/** Ending of a tool that the end of its session cut short. */
const CLOSED: StepEnding = {
  level: "WARNING",
  statusMessage: { own: "The session ended before the tool did" },
  metadata: { outcome: "unfinished" },
};

/** Sessions that have not ended. */
const open = new Set<VoiceSession>();
let areEndedAtExit = false;

/** Connected session of the Agents SDK with its agents, tools, handoffs and guardrails. Model calls are recorded by `@svc/openai`. */
export class VoiceSession {
  /** Context inside the agent that speaks at the moment. */
  readonly context: Context;
  readonly #workflow: Step;
  #agent: Step;
  /** Tools in progress, by the ids of their calls. */
  readonly #tools = new Map<string, Step>();
  #hasInput = false;

  constructor({ workflowName, groupId, traceMetadata }: Readonly<Record<string, unknown>>, agent: unknown) {
    const base = withoutOwnedCall(settled(context.active()));
    const name = textOf(workflowName) ?? WORKFLOW;
    const parent = withTraceSettings(base, { traceId: "", name, groupId, metadata: traceMetadata }, undefined);
    this.#workflow = new Step(name, "chain", parent, { operation: "invoke_workflow" });
    this.#agent = this.#startAgent(agent);
    this.context = new LiveContext({}, parent, () => this.#agent.context);
    open.add(this);
    if (areEndedAtExit) return;
    areEndedAtExit = true;
    beforeExitDelivery(() => {
      for (const session of open) session.end(CUT_SHORT);
    });
  }

  /** Hears of an event of the SDK's session, with what its listeners get. */
  hear(event: unknown, [first, agent, subject, detail, last]: readonly unknown[]): void {
    if (!open.has(this)) return;
    if (event === "agent_tool_start") this.#startTool(subject, detail);
    else if (event === "agent_tool_end") this.#endTool(detail, last);
    else if (event === "agent_handoff") this.#handOver(agent, subject);
    else if (event === "guardrail_tripped") this.#tripped(subject);
    else if (event === "agent_end") this.#said(subject);
    else if (event === "history_added") this.#heard(first);
    else if (event === "error") this.#warn(first);
  }

  /** Ends a session that could not be connected. */
  fail(error: unknown): void {
    this.end(failedEnding(error));
  }

  /** Ends the session and everything below. Further calls do nothing. */
  end(ending: StepEnding = {}): void {
    if (!open.delete(this)) return;
    for (const tool of this.#tools.values()) tool.end(CLOSED);
    this.#tools.clear();
    this.#agent.end(ending);
    this.#workflow.end(ending);
  }

  #startAgent(agent: unknown): Step {
    return new Step(nameOf(agent, "Agent"), "agent", this.#workflow.context);
  }

  #startTool(tool: unknown, detail: unknown): void {
    const { callId, arguments: input } = fieldsOf(fieldsOf(detail).toolCall);
    const step = new Step(nameOf(tool, "tool"), "tool", this.#agent.context);
    step.update({
      ...(typeof input === "string" && { input }),
      conventions: textAttribute(GenAi.TOOL_CALL_ID, callId),
    });
    this.#tools.set(String(callId), step);
  }

  #endTool(result: unknown, detail: unknown): void {
    const id = String(fieldsOf(fieldsOf(detail).toolCall).callId);
    this.#tools.get(id)?.end({ output: result });
    this.#tools.delete(id);
  }

  #handOver(from: unknown, to: unknown): void {
    const handoff = new Step(`handoff to ${nameOf(to, "agent")}`, "tool", this.#agent.context);
    handoff.end({ metadata: { from_agent: nameOf(from, ""), to_agent: nameOf(to, "") } });
    this.#agent.end();
    this.#agent = this.#startAgent(to);
  }

  #tripped(error: unknown): void {
    const { guardrail, output } = fieldsOf(fieldsOf(error).result);
    const { outputInfo } = fieldsOf(output);
    const step = new Step(nameOf(guardrail, "guardrail"), "guardrail", this.#agent.context);
    step.end({
      level: "WARNING",
      statusMessage: { own: "The guardrail was triggered" },
      metadata: { triggered: true },
      ...(outputInfo !== undefined && { output: outputInfo }),
    });
  }

  #said(output: unknown): void {
    if (textOf(output) === undefined) return;
    this.#agent.update({ output });
    this.#workflow.update({ output });
  }

  /** Takes the first words of the user as the input. */
  #heard(item: unknown): void {
    const { role, content } = fieldsOf(item);
    if (role !== "user" || this.#hasInput) return;
    const words = listOf(content).map((part) => textOf(fieldsOf(part).text) ?? textOf(fieldsOf(part).transcript));
    const input = words.find((text) => text !== undefined);
    if (input === undefined) return;
    this.#hasInput = true;
    this.#workflow.update({ input });
    this.#agent.update({ input });
  }

  /** Notes an error that the session goes on after. */
  #warn(reported: unknown): void {
    const { error } = fieldsOf(reported);
    const message = textOf(fieldsOf(fieldsOf(error).error).message) ?? messageOfThrown(error);
    this.#agent.update({ level: "WARNING", statusMessage: { message, type: "The session reported an error" } });
  }
}

function nameOf(value: unknown, fallback: string): string {
  return textOf(fieldsOf(value).name) ?? fallback;
}
