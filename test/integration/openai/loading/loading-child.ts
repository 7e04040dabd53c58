/** Runs in a child process: makes every kind of call with each loaded module. */
import { callsOf } from "./model-calls.ts";
import { clientAt, hasMethod, methodOf, type OpenAIModule } from "../../../support/openai/openai-client.ts";
import { describeSpan, instrumentation, spans } from "../preload.ts";
import { allRecordings, type Recording } from "../../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";

/** Recorded observations of the calls. */
export interface Loaded {
  /** Number of distinct client classes among the modules. */
  classes: number;
  /** Names of the observations of each module's calls. */
  names: string[][];
  /** Number of spans of the same calls with the instrumentation disabled. */
  whenDisabled: number;
}

/** Calls that call no model, and so are not recorded. */
const OTHERS = ["models.list", "files.list", "batches.list"] as const;

/** Calls the client of each module: `OpenAI`, `AzureOpenAI` or the module itself. */
export async function callWith(modules: readonly Partial<OpenAIModule>[], major: number): Promise<Loaded> {
  const standIn = await OpenAIStandIn.start();
  const byId = new Map(allRecordings().map((recording) => [recording.id, recording]));
  const callAll = async (module: Partial<OpenAIModule>): Promise<string[]> => {
    for (const [id] of callsOf(major)) await call(module, byId.get(id)!);
    for (const api of OTHERS) await call(module, { ...byId.get("chat-basic")!, call: { api, params: {} } });
    return (await spans.take()).map((span) => describeSpan(span).name);
  };

  async function call({ OpenAI, AzureOpenAI }: Partial<OpenAIModule>, { call: { api, params }, response }: Recording) {
    const { url } = standIn.perform(response);
    const client = clientAt({ OpenAI: OpenAI!, AzureOpenAI: AzureOpenAI!, APIError: Error }, url, OpenAI === undefined);
    if (!hasMethod(client, api)) throw new Error(`openai ${major} has no ${api}`);
    const { $file, $files, ...given } = params;
    const file = new File([new Uint8Array(8)], "file.png", { type: "image/png" });
    const files = { ...($file !== undefined && { file }), ...($files !== undefined && { image: file }) };
    await methodOf(client, api, major)(api.endsWith(".list") ? undefined : { ...given, ...files });
  }

  const names: string[][] = [];
  for (const module of modules) names.push(await callAll(module));
  instrumentation.disable();
  let whenDisabled = 0;
  for (const module of modules) whenDisabled += (await callAll(module)).length;
  await standIn.stop();
  const classes = new Set(modules.map(({ OpenAI, AzureOpenAI }) => OpenAI ?? AzureOpenAI)).size;
  return { classes, names, whenDisabled };
}
