/** Runs in a child process: makes one call with each loaded module. */
import { clientAt, type OpenAIModule } from "./openai-client.ts";
import { describeSpan, instrumentation, spans } from "./openai-preload.ts";
import { recordingsOf } from "./openai-recordings.ts";
import { OpenAIStandIn } from "./openai-stand-in.ts";

/** What was recorded of the calls. */
export interface Loaded {
  /** Distinct client classes among the modules. */
  classes: number;
  names: string[];
  /** Spans of one more call per module with the instrumentation disabled. */
  whenDisabled: number;
}

/** Calls each module's client once, as `OpenAI`, `AzureOpenAI` or the module itself. */
export async function callWith(modules: readonly Partial<OpenAIModule>[]): Promise<Loaded> {
  const standIn = await OpenAIStandIn.start();
  const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
  const callAll = async (): Promise<void> => {
    for (const { OpenAI, AzureOpenAI } of modules) {
      const { url } = standIn.perform(recording.response);
      const isAzure = OpenAI === undefined;
      const client = clientAt({ OpenAI: OpenAI!, AzureOpenAI: AzureOpenAI!, APIError: Error }, url, isAzure);
      await client.chat.completions.create!(recording.call.params);
    }
  };
  await callAll();
  const names = (await spans.take()).map((span) => describeSpan(span).name);
  instrumentation.disable();
  await callAll();
  const whenDisabled = (await spans.take()).length;
  await standIn.stop();
  const classes = new Set(modules.map(({ OpenAI, AzureOpenAI }) => OpenAI ?? AzureOpenAI)).size;
  return { classes, names, whenDisabled };
}
