import { OpenAIInstrumentation } from "@opentelemetry/instrumentation-openai";
import { register } from "node:module";
import { startSdk } from "./sdk.mjs";

register("@opentelemetry/instrumentation/hook.mjs", import.meta.url);
startSdk([new OpenAIInstrumentation({ captureMessageContent: true })]);
