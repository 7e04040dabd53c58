/** Activates the instrumentation in a child process, as an application's preload would, and keeps the recorded spans. */
import { AnthropicInstrumentation, isAnthropicFile } from "@svc/anthropic";
import { register } from "import-in-the-middle/register-hooks.mjs";

export { describeSpan, spans, type SpanDescription } from "../../support/application/kept-spans.ts";

register({ shouldInclude: isAnthropicFile } as never);

/** Instrumentation under test. */
export const instrumentation: AnthropicInstrumentation = new AnthropicInstrumentation();
