// A service that already goes last on its machine reads as any other: its reader threads do not ask to go earlier.
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { SERVER_PROGRAM } from "../../../support/paths.ts";

/** Nice value of the service, above that which readers ask for. */
const NICE = 11;

// Elsewhere than on Linux a thread has no priority of its own, and readers set none.
test.runIf(process.platform === "linux")(
  "a service of low priority reads, and no thread of it goes earlier",
  async () => {
    const child = spawn("nice", ["-n", String(NICE), process.execPath, SERVER_PROGRAM, "--memory", "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let url = "";
      for await (const line of createInterface(child.stdout)) {
        url = /^svc-server listening on (\S+)/.exec(line)?.[1] ?? "";
        if (url !== "") break;
      }
      const response = await fetch(`${url}/api/public/v2/observations`, {
        headers: { authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey) },
      });
      expect(response.status).toBe(200);
      const nices = readdirSync(`/proc/${child.pid}/task`).map((task) => niceOf(`/proc/${child.pid}/task/${task}`));
      expect(Math.min(...nices)).toBeGreaterThanOrEqual(NICE);
    } finally {
      child.kill();
      await once(child, "exit");
    }
  },
  // Beside other tests such a service starts slowly.
  120_000,
);

/** Returns the nice value of a thread: the 19th field of its state, in which a name in parentheses can hold spaces. */
function niceOf(task: string): number {
  return Number(readFileSync(`${task}/stat`, "utf8").split(") ").at(-1)!.split(" ")[16]);
}
