import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getContainerRuntimeClient } from "testcontainers";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** True when a container engine answers. */
    engine: boolean;
  }
}

/** Looks for a container engine, once before all test files of this folder. */
export default async function setup({ provide }: TestProject): Promise<void> {
  const problem = await engineProblem();
  if (problem !== undefined && process.env["TEST_CONTAINERS"] === "required") {
    throw new Error(`No container engine answers, and TEST_CONTAINERS=required asks for one: ${problem}`);
  }
  if (problem !== undefined) {
    process.stderr.write(
      `The tests in test/containers are skipped: no container engine answers (${problem}). Start Docker, or use ` +
        "test/containers/podman.sh npm test\n",
    );
  }
  provide("engine", problem === undefined);
}

async function engineProblem(): Promise<string | undefined> {
  try {
    await promisify(execFile)("docker", ["version"]);
    await getContainerRuntimeClient();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
  }
}
