import { join } from "node:path";
import { applicationFolder } from "../../support/application/installation.ts";
import { programOutput } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";

/** Call of a package, in the words of `package-calls.mjs`. */
export interface PackageCall {
  readonly way: string;
  readonly model: string;
  readonly question: string;
  readonly isStreamed: boolean;
}

/** Program that makes calls. A module of `--eval` finds packages in the folder in which it runs. */
const PROGRAM = `
const { PACKAGE_CALLS } = await import(${JSON.stringify(join(import.meta.dirname, "package-calls.mjs"))});
const { PACKAGE, STAND_IN, SOCKETS, CALLS, OBSERVER } = process.env;
const observe = OBSERVER ? (await import(process.env.OBSERVERS))[OBSERVER] : (client) => client;
const ways = await PACKAGE_CALLS[PACKAGE]((name) => import(name), STAND_IN, observe, SOCKETS);
for (const { way, model, question, isStreamed } of JSON.parse(CALLS)) await ways[way](model, question, isStreamed);
`;

/** Makes calls with a package of an installation, under the preload. The variables name the servers that answer. */
export async function makeCalls(
  { name, installation }: { readonly name: string; readonly installation: string },
  calls: readonly PackageCall[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await programOutput({
    cwd: await applicationFolder(installation),
    node: ["--import", PRELOAD_FILE],
    args: ["--no-warnings", "--input-type=module", "--eval", PROGRAM],
    env: { ...env, PACKAGE: name, CALLS: JSON.stringify(calls) },
  });
}
