import type { Context } from "@opentelemetry/api";
import { isOwnedCall, noteRepeatedSpan, recordedCallIn } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import type { FilterableSpan } from "./export-filter.ts";

const PACKAGE = "@anthropic-ai/sdk";
const SCOPE = "com.anthropic.sdk.typescript";

/** Model call. */
const MODEL_CALL = "anthropic.messages.create";

/** Model call before version 1.0 whose span names no operation. */
const TEXT_COMPLETION = "anthropic.completions.create";

/**
 * Returns true for spans of Anthropic's SDK about requests that call no model: counted tokens, lists of models, files, batches.
 * The SDK makes a span of every request, with GenAI attributes. Only model calls, agents and tools name an operation.
 */
export function isAnthropicAdministration(span: FilterableSpan): boolean {
  return isAnthropicSpan(span) && span.attributes[GenAi.OPERATION_NAME] === undefined && span.name !== TEXT_COMPLETION;
}

/** Notes a span that Anthropic's SDK starts for a model call while the call is recorded, by this SDK or by a framework. */
export function noteRepeatedModelCall(span: FilterableSpan, parent: Context): void {
  if (span.name !== MODEL_CALL || !isAnthropicSpan(span)) return;
  if (isOwnedCall(parent) || recordedCallIn(parent)?.packageName === PACKAGE) noteRepeatedSpan(span);
}

function isAnthropicSpan({ instrumentationScope: { name } }: FilterableSpan): boolean {
  return name === SCOPE || name.startsWith(`${SCOPE}.`);
}
