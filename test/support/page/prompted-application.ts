import { PRELOAD, programOutput, sendingTo } from "../application/run-application.ts";
import { ROOT } from "../paths.ts";

/** Runs an application that answers with a prompt of the service at `url`: with the version that has the label. */
export async function runPromptedApplication(url: string, name: string, label: string): Promise<void> {
  await programOutput({
    cwd: ROOT,
    node: PRELOAD,
    args: ["test/support/page/prompted-application-child.ts", name, label],
    env: sendingTo(url),
  });
}
