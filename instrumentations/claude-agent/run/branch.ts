import { fieldsOf, listOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  failedWith,
  onlyOrAll,
  providerAttribute,
  reasonsAttribute,
  Step,
  textAttribute,
  type StepEnding,
} from "@svc/instrumentation";
import type { Context } from "@opentelemetry/api";

export interface OpenTool {
  readonly id: string;
  readonly input: unknown;
  readonly step: Step;
}

/** Model of a message that the CLI has made itself, such as one that tells an error of the API. */
const SYNTHETIC = "<synthetic>";

/** Provider of the models, as the GenAI conventions name it. */
const PROVIDER = "anthropic";

/** Reason by which a turn stops that asks for a tool. */
const TOOL_USE = "tool_use";

/** Turn of a model: the blocks of one message, which the SDK hands over one by one. */
interface Turn {
  readonly id: string;
  readonly step: Step;
  readonly blocks: unknown[];
  /** True for a turn that asks for a tool, and so stops. The SDK tells the reason of the last turn only. */
  asksForTool: boolean;
  /** Ending of a turn that tells an error. */
  ending?: StepEnding;
  /** Time of the latest block, in milliseconds since 1970. */
  heardAt: number;
}

/** Conversation of one agent: that of the query, or that of a subagent. */
export class Branch {
  readonly agent: Step;
  /** Text of the agent's latest answer. */
  answer: string | undefined;
  /** Number of turns so far. */
  turns = 0;
  /** Context in which turns and tools start. */
  #inside: Context;
  #turn: Turn | undefined;
  /** Messages since the latest turn: what the next turn answers. */
  #heard: unknown[] = [];
  /** Time of the latest message, at which the model began to work, in milliseconds since 1970. */
  #heardAt: number;

  constructor(agent: Step) {
    this.agent = agent;
    agent.update({ conventions: providerAttribute(PROVIDER) });
    this.#inside = agent.context;
    this.#heardAt = agent.now();
  }

  /** Has later turns and tools start in this context. */
  set inside(ctx: Context) {
    this.#inside = ctx;
  }

  /** Notes a message that the next turn answers. */
  hear(message: unknown): void {
    this.#heard.push(message);
    this.#endTurn();
    this.#heardAt = this.agent.now();
  }

  /** Records the blocks of an answer, and the error that it tells. Returns the tools that they ask for. */
  answerWith(message: Fields, error: unknown): OpenTool[] {
    const id = textOf(message.id) ?? "";
    const turn = this.#turn?.id === id ? this.#turn : this.#startTurn(id, message);
    const tools: OpenTool[] = [];
    turn.heardAt = this.agent.now();
    for (const block of listOf(message.content)) {
      const { type, text, id: use, name, input } = fieldsOf(block);
      turn.blocks.push(block);
      if (type === "text") this.answer = textOf(text) ?? this.answer;
      if (
        typeof use === "string" &&
        textOf(name) !== undefined &&
        typeof type === "string" &&
        type.endsWith("tool_use")
      ) {
        const step = new Step(name as string, "tool", this.#inside);
        step.update({ input, metadata: { tool_use_id: use }, conventions: textAttribute(GenAi.TOOL_CALL_ID, use) });
        tools.push({ id: use, input, step });
        turn.asksForTool = true;
      }
    }
    const kind = textOf(error);
    if (kind !== undefined) turn.ending = failedWith({ own: kind });
    return tools;
  }

  /** Ends the open turn, and the agent with this ending. */
  end(ending: StepEnding, ofTurn: StepEnding = {}): void {
    this.#endTurn(ofTurn);
    const { answer } = this;
    this.agent.end({ ...(answer !== undefined && { output: answer }), ...ending });
  }

  #startTurn(id: string, { model }: Fields): Turn {
    this.#endTurn();
    this.turns++;
    const name = model === SYNTHETIC ? undefined : textOf(model);
    const step = new Step(name === undefined ? "chat" : `chat ${name}`, "generation", this.#inside, {
      startTime: this.#heardAt,
    });
    step.update({
      ...(name !== undefined && { model: name }),
      ...(this.#heard.length > 0 && { input: onlyOrAll(this.#heard) }),
      metadata: { message_id: id },
      conventions: {
        ...providerAttribute(PROVIDER),
        ...textAttribute(GenAi.REQUEST_MODEL, name),
        ...textAttribute(GenAi.RESPONSE_MODEL, name),
        ...textAttribute(GenAi.RESPONSE_ID, id),
      },
    });
    this.#heard = [];
    return (this.#turn = { id, step, blocks: [], asksForTool: false, heardAt: this.agent.now() });
  }

  /** Ends the turn after which the query ends, for this reason. */
  endTurn(stopReason: unknown): void {
    this.#endTurn({}, stopReason);
  }

  #endTurn(ending: StepEnding = {}, stopReason?: unknown): void {
    const turn = this.#turn;
    if (turn === undefined) return;
    this.#turn = undefined;
    const output = { role: "assistant", content: turn.blocks };
    const conventions = reasonsAttribute(turn.asksForTool ? TOOL_USE : stopReason);
    turn.step.end({ output, conventions, ...turn.ending, ...ending }, turn.heardAt);
  }
}
