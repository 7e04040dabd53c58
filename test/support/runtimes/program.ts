import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../paths.ts";
import type { Runtime } from "./runtime.ts";

/** Returns the way to run a module with a program, such as Deno: as a file inside this repository, whose packages it finds. */
export function startProgram(program: () => Promise<string>, flags: readonly string[]): Runtime["start"] {
  return async (code, hostUrl, failed) => {
    const build = join(ROOT, ".build");
    await mkdir(build, { recursive: true });
    const folder = await mkdtemp(join(build, "runtime-"));
    const file = join(folder, "tests.mjs");
    await writeFile(file, `${code}\nawait run(${JSON.stringify(hostUrl)});\n`);
    const child = spawn(await program(), [...flags, file], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (said += String(chunk)));
    child.once("close", (status, signal) => failed(new Error(`It ended with ${status ?? signal}:\n${said}`)));
    return async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "close");
      }
      await rm(folder, { recursive: true });
    };
  };
}
