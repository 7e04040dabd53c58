import { trace, type Context } from "@opentelemetry/api";
import { isOwnedCall, isRepeatedSpan, noteRepeatedSpan, recordedCallIn } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import type { FilterableSpan } from "./readable-span.ts";

/** Package that makes spans of its own calls. */
interface TracingPackage {
  readonly name: string;
  /** Name of the scope of its spans, or the start of the name before a dot. */
  readonly scope: string;
  /** Name of the spans that repeat a recorded call; absent where every span that starts during the call repeats it. */
  readonly modelCall?: string;
}

const ANTHROPIC: TracingPackage = {
  name: "@anthropic-ai/sdk",
  scope: "com.anthropic.sdk.typescript",
  modelCall: "anthropic.messages.create",
};

/** Mistral's package makes spans if the application asks for it, also of each entry of a conversation. */
const MISTRAL: TracingPackage = { name: "@mistralai/mistralai", scope: "mistralai_sdk_tracer" };

/** Google's Agent Development Kit. Some of its spans, such as `invocation` and failed model calls, have no GenAI attribute. */
const ADK_SCOPE = "gcp.vertex.agent";

/** Returns true for a span of a framework whose spans are one tree with its model calls. */
export function isFrameworkSpan({ instrumentationScope: { name } }: FilterableSpan): boolean {
  return name === ADK_SCOPE;
}

const PACKAGES: readonly TracingPackage[] = [ANTHROPIC, MISTRAL];

/** Model call before version 1.0 of Anthropic's SDK whose span names no operation. */
const TEXT_COMPLETION = "anthropic.completions.create";

/**
 * Returns true for spans of Anthropic's SDK about requests that call no model: counted tokens, lists of models, files, batches.
 * The SDK makes a span of every request, with GenAI attributes. Only model calls, agents and tools name an operation.
 */
export function isAnthropicAdministration(span: FilterableSpan): boolean {
  return isOf(ANTHROPIC, span) && span.attributes[GenAi.OPERATION_NAME] === undefined && span.name !== TEXT_COMPLETION;
}

/** Notes a span that a package starts for a model call while the call is recorded, by this SDK or by a framework. */
export function noteRepeatedModelCall(span: FilterableSpan, parent: Context): void {
  const found = PACKAGES.find((each) => isOf(each, span));
  if (found === undefined || span.name !== (found.modelCall ?? span.name)) return;
  const isRecorded = isOwnedCall(parent) || recordedCallIn(parent)?.packageName === found.name;
  if (isRecorded || isBelowRepeatedSpan(parent)) noteRepeatedSpan(span);
}

function isBelowRepeatedSpan(parent: Context): boolean {
  const span = trace.getSpan(parent);
  return span !== undefined && isRepeatedSpan(span);
}

/** Returns true for a span that a recorded package has made of its own calls. */
export function isPackageSpan(span: FilterableSpan): boolean {
  return PACKAGES.some((each) => isOf(each, span));
}

function isOf({ scope }: TracingPackage, { instrumentationScope: { name } }: FilterableSpan): boolean {
  return name === scope || name.startsWith(`${scope}.`);
}
