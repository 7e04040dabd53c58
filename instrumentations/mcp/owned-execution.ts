import type { Attributes, Context } from "@opentelemetry/api";
import { fieldsOf, ownedToolIn, textOf, type Fields, type OwnedTool } from "@svc/core/internal";
import { safeRecorder } from "@svc/instrumentation";
import { METHOD_NAME } from "./attribute-names.ts";
import { TOOL_ERROR, toolFailure } from "./ending.ts";
import type { RequestListener } from "./mcp-call.ts";
import { firstText } from "./recorded-content.ts";
import type { RecordedMethod } from "./recorded-methods.ts";

const recordSafely = /* @__PURE__ */ safeRecorder({ name: "MCP" }, "a tool of a framework");

/** Returns the tool that a framework executes by this request. A framework can put the server's name before that of the tool. */
export function executedTool({ type }: RecordedMethod, params: Fields, active: Context): OwnedTool | undefined {
  const owner = type === "tool" ? ownedToolIn(active) : undefined;
  const name = textOf(params.name);
  if (owner === undefined || name === undefined || !owner.name.endsWith(name)) return undefined;
  const before = owner.name.at(-name.length - 1);
  return owner.name === name || (before !== undefined && /[\W_]/.test(before)) ? owner : undefined;
}

/**
 * Execution of a tool by a framework, whose observation it is. Gets the attributes of the request, and the failure that a result
 * reports, because a framework may pass such a result on to the model as any other.
 */
export class OwnedExecution implements RequestListener {
  readonly context: Context;
  readonly #span: OwnedTool["span"];

  constructor({ span }: OwnedTool, method: RecordedMethod, attributes: Attributes, active: Context) {
    this.context = active;
    this.#span = span;
    if (span.isRecording()) span.setAttributes({ [METHOD_NAME]: method.name, ...attributes });
  }

  answered(result: unknown): void {
    recordSafely(() => {
      const fields = fieldsOf(result);
      if (fields.isError !== true || !this.#span.isRecording()) return;
      const reason = toolFailure(firstText(fields));
      this.#span.write({ level: "ERROR", statusMessage: reason });
      this.#span.fail(reason, TOOL_ERROR);
    });
  }

  /** Does nothing: the framework sees the error. */
  failed(): void {}

  /** Does nothing: the framework ends its observation. */
  end(): void {}

  /** Does nothing: the framework waits for the result. */
  becameTask(): void {}

  /** Does nothing: a framework has no count of progress. */
  progressed(): void {}
}
