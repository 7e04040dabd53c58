import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { basicAuthorization } from "@svc/core/internal";
import type { RunningServer, startServer } from "@svc/server";
import { SERVER_PROGRAM } from "../paths.ts";

/**
 * Starts a service on disk; returns it with keys of its organization, made by its command. Closing the service deletes its
 * data.
 */
export async function organizationKeys(
  start: typeof startServer,
): Promise<{ server: RunningServer; authorization: string }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "svc-organization-"));
  // The keys of the organization would close the local project.
  const running = await start({ port: 0, dataDirectory, openToThisMachine: true });
  const authorization = await makeKeys(dataDirectory, ["--organization"]);
  const server: RunningServer = {
    ...running,
    close: async () => {
      await running.close();
      rmSync(dataDirectory, { recursive: true });
    },
  };
  return { server, authorization };
}

/** Surroundings of a command: its folder, and further environment variables. */
interface Surroundings {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** Returns keys of a project of this name, which is created if needed. */
export async function projectKeys(dataDirectory: string, name: string, surroundings?: Surroundings): Promise<string> {
  return makeKeys(dataDirectory, ["--project", name], surroundings);
}

/** Runs the command that makes keys, and returns them. */
export async function makeKeys(
  dataDirectory: string,
  parameters: string[],
  { cwd, env }: Surroundings = {},
): Promise<string> {
  const child = spawn(process.execPath, [SERVER_PROGRAM, "keys", ...parameters, "--data", dataDirectory], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd,
    env: { ...process.env, ...env },
  });
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const [publicKey = "", secretKey = ""] = said.split("\n").map((line) => line.slice(line.indexOf("=") + 1));
  return basicAuthorization(publicKey, secretKey);
}
