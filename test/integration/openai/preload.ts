/**
 * Activates the instrumentation in a child process, as an application's preload would, and keeps the recorded spans. `node
 * --import ./test/integration/openai/preload.ts app.js`
 */
import { isOpenAIFile, OpenAIInstrumentation } from "@svc/openai";
import { register } from "import-in-the-middle/register-hooks.mjs";

export { describeSpan, spans, type Attribute, type SpanDescription } from "../../support/application/kept-spans.ts";

register({ shouldInclude: isOpenAIFile } as never);

/** Instrumentation under test. */
export const instrumentation: OpenAIInstrumentation = new OpenAIInstrumentation();
