import { context, trace, type Context } from "@opentelemetry/api";
import {
  announceTools,
  beforeExitDelivery,
  fieldsOf,
  isFields,
  listOf,
  propagateAttributes,
  stopAnnouncingTools,
  SvcOtelContextKeys,
  textOf,
  withoutOwnedCall,
  type Fields,
} from "@svc/core/internal";
import {
  abortedEnding,
  CUT_SHORT,
  dataAt,
  failedEnding,
  failedWith,
  LEFT,
  Step,
  type StepEnding,
} from "@svc/instrumentation";
import { Branch, type OpenTool } from "./branch.ts";
import { sendsItsTraces } from "./cli-traces.ts";
import { totalsOf } from "./totals.ts";

/** Name of the agent of a query that names none. */
const AGENT = "claude-agent";

/** Fields of a result that are recorded as metadata. */
const RESULT_FIELDS = [
  "subtype",
  "num_turns",
  "duration_api_ms",
  "stop_reason",
  "terminal_reason",
  "session_id",
] as const;

/** Ending of a query that the application has dropped. */
const DROPPED: StepEnding = {
  statusMessage: { own: "The application dropped the query" },
  metadata: { outcome: "cancelled" },
};

/** Reason of a tool that tells no other. */
const TOOL_FAILED = "The tool failed";

/** Queries that have not ended. */
const open = new Set<QueryRun>();
let isEndedAtExit = false;

/** Query in progress: the agent of the query, its subagents and their tools. */
export class QueryRun {
  readonly #main: Branch;
  /** Conversations of subagents, by the id of the tool call that started them. */
  readonly #branches = new Map<string, Branch>();
  /** Tools in progress, by the ids of their calls. */
  readonly #tools = new Map<string, OpenTool>();
  /** Signal by which the application aborts the query. Held weakly: its listeners hold the query, which may be dropped. */
  readonly #signal: WeakRef<object> | undefined;
  /** True when the CLI itself sends its model calls, with their tokens, to the service. */
  readonly #isCountedByCli: boolean;
  /** Latest result of the query. */
  #result: StepEnding = {};
  readonly #prompts: unknown[] = [];

  constructor({ prompt, options }: { readonly prompt: unknown; readonly options: unknown }) {
    this.#isCountedByCli = sendsItsTraces(fieldsOf(options).env);
    const { agent, model } = fieldsOf(options);
    const signal =
      dataAt(dataAt(options, "abortController"), "signal") ?? fieldsOf(fieldsOf(options).abortController).signal;
    this.#signal = isFields(signal) ? new WeakRef(signal) : undefined;
    const step = new Step(textOf(agent) ?? AGENT, "agent", withoutOwnedCall(context.active()));
    this.#main = new Branch(step);
    if (typeof prompt === "string") this.hearPrompt({ role: "user", content: prompt });
    if (textOf(model) !== undefined) step.update({ metadata: { requested_model: model } });
    open.add(this);
    announceTools(this);
    if (isEndedAtExit) return;
    isEndedAtExit = true;
    beforeExitDelivery(() => {
      for (const run of open) run.#finish(CUT_SHORT);
    });
  }

  /** Context inside the agent's observation. */
  get context(): Context {
    return this.#main.agent.context;
  }

  /** Returns the context inside a tool in progress, whose server of MCP may be in this process. */
  contextOf(callId: string): Context | undefined {
    return this.#tools.get(callId)?.step.context;
  }

  /** Notes a message of the application, as the input of the agent and of its next turn. */
  hearPrompt(given: unknown): void {
    const { message } = fieldsOf(given);
    const said = isFields(message) ? message : given;
    this.#prompts.push(said);
    this.#main.hear(said);
    const { content } = fieldsOf(said);
    const isText = this.#prompts.length === 1 && typeof content === "string";
    this.#main.agent.update({ input: isText ? content : [...this.#prompts] });
  }

  /** Records a message of the SDK. */
  hear(given: unknown): void {
    const message = fieldsOf(given);
    const { type, subtype } = message;
    if (type === "assistant") this.#hearAnswer(message);
    else if (type === "user") this.#hearResults(message);
    else if (type === "result") this.#hearResult(message);
    else if (type === "system" && subtype === "init") this.#hearStart(message);
    else if (type === "system" && subtype === "task_notification")
      this.#endBranch(message.tool_use_id, {}, textOf(message.summary));
  }

  /** Ends the query, all of whose messages have been read. */
  end(): void {
    this.#finish({});
  }

  /** Ends a query that failed or was aborted. */
  fail(error: unknown): void {
    // After a result that tells an error, the SDK throws the same error in other words.
    if (this.#result.level !== undefined) this.#finish({});
    else this.#finish(fieldsOf(this.#signal?.deref()).aborted === true ? abortedEnding(error) : failedEnding(error));
  }

  /** Ends a query that the application reads no further. */
  leave(): void {
    this.#finish(this.#hasResult ? {} : LEFT);
  }

  /** Ends a query that the application has dropped, and that has been collected. */
  drop(): void {
    this.#finish(this.#hasResult ? {} : DROPPED);
  }

  get #hasResult(): boolean {
    return this.#result.metadata !== undefined;
  }

  #hearStart({ session_id: sessionId, model, claude_code_version: version, permissionMode }: Fields): void {
    const { agent } = this.#main;
    agent.update({ metadata: { model, claude_code_version: version, permission_mode: permissionMode } });
    const id = textOf(sessionId);
    if (id === undefined || agent.context.getValue(SvcOtelContextKeys.sessionId) !== undefined) return;
    const inside = context.with(agent.context, () => propagateAttributes({ sessionId: id }, () => context.active()));
    // Without a context manager, the active context is not below the agent.
    if (trace.getSpan(inside) === trace.getSpan(agent.context)) this.#main.inside = inside;
  }

  #hearAnswer(message: Fields): void {
    const branch = this.#branchOf(message);
    for (const tool of branch.answerWith(fieldsOf(message.message), message.error)) this.#tools.set(tool.id, tool);
  }

  #hearResults(message: Fields): void {
    const { content } = fieldsOf(message.message);
    const results = listOf(content).filter((part) => fieldsOf(part).type === "tool_result");
    const branch = this.#branchOf(message);
    if (results.length > 0) branch.hear(fieldsOf(message.message));
    for (const part of results) this.#endTool(fieldsOf(part));
  }

  #endTool({ tool_use_id: id, content, is_error: isError }: Fields): void {
    const step = this.#tools.get(textOf(id) ?? "")?.step;
    if (step === undefined) return;
    this.#tools.delete(id as string);
    const text = textOfContent(content);
    const failed = failedWith({ message: text ?? TOOL_FAILED, type: TOOL_FAILED });
    const isBackground = text?.startsWith("Async agent launched") === true;
    if (!isBackground) this.#endBranch(id, isError === true ? failed : {}, text);
    step.end({ output: text ?? content, ...(isError === true && failed) });
  }

  #hearResult(message: Fields): void {
    const { subtype, is_error: isError, result, errors } = message;
    this.#main.endTurn(message.stop_reason);
    const metadata = Object.fromEntries(
      RESULT_FIELDS.flatMap((name) => (message[name] == null ? [] : [[name, message[name]]])),
    );
    const denials = listOf(message.permission_denials);
    const totals = totalsOf(message, this.#isCountedByCli);
    const kind = textOf(subtype) ?? "error";
    const said = [...listOf(errors), result].find((text) => textOf(text) !== undefined) as string | undefined;
    const type = kind === "success" ? "error" : kind;
    const failed = failedWith({ message: said === undefined ? type : `${type}: ${said}`, type });
    const isFailed = isError === true || kind.startsWith("error");
    const isAborted = isFailed && /abort|interrupt/.test(textOf(message.terminal_reason) ?? "");
    this.#result = {
      ...totals,
      ...(textOf(result) !== undefined && { output: result }),
      ...(isFailed && (isAborted ? abortedEnding(undefined) : failed)),
      metadata: {
        ...fieldsOf(totals.metadata),
        ...metadata,
        ...(isAborted && { outcome: "aborted" }),
        ...(denials.length > 0 && { permission_denials: denials.length }),
      },
    };
  }

  /** Returns the conversation that a message belongs to. The first message of a subagent starts its observation. */
  #branchOf({ parent_tool_use_id: id, subagent_type: type }: Fields): Branch {
    if (typeof id !== "string") return this.#main;
    const known = this.#branches.get(id);
    if (known !== undefined) return known;
    const tool = this.#tools.get(id);
    const { subagent_type: asked, prompt } = fieldsOf(tool?.input);
    const name = textOf(type) ?? textOf(asked) ?? "subagent";
    const branch = new Branch(new Step(name, "agent", tool?.step.context ?? this.context));
    this.#branches.set(id, branch);
    if (textOf(prompt) !== undefined) {
      branch.hear({ role: "user", content: prompt });
      branch.agent.update({ input: prompt });
    }
    return branch;
  }

  /** Ends a subagent. `answer` is the result of its tool, which may be all that the SDK tells of its last turn. */
  #endBranch(id: unknown, ending: StepEnding, answer?: string): void {
    const branch = this.#branches.get(textOf(id) ?? "");
    if (branch === undefined) return;
    this.#branches.delete(id as string);
    branch.answer ??= answer;
    branch.end(ending);
  }

  #finish(ending: StepEnding): void {
    if (!open.delete(this)) return;
    stopAnnouncingTools(this);
    for (const { step } of this.#tools.values()) step.end(ending);
    this.#tools.clear();
    for (const branch of this.#branches.values()) branch.end(ending, ending);
    this.#branches.clear();
    const metadata = { ...fieldsOf(this.#result.metadata), ...fieldsOf(ending.metadata) };
    this.#main.end({ ...this.#result, ...ending, metadata }, ending);
  }
}

/** Returns the text of a tool's result that is text alone; undefined for another result. */
function textOfContent(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  const texts = listOf(content).map((part) => fieldsOf(part).text);
  return texts.length > 0 && texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}
