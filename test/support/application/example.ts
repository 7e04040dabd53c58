import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { LOCAL_KEYS } from "@svc/core/internal";
import { ROOT } from "../paths.ts";

/**
 * Runs the example application under the preload, which sends to the service at `url`. The application calls a stand-in of a
 * model that it starts itself. Its observations are one trace: that of `traceId`.
 */
export async function runExample(url: string, traceId: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, ["--import", "@svc/register", "app.js", "Where is my order 1042?"], {
    cwd: join(ROOT, "examples/support-agent"),
    env: {
      ...process.env,
      SVC_BASE_URL: url,
      SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey,
      SVC_SECRET_KEY: LOCAL_KEYS.secretKey,
      TRACEPARENT: `00-${traceId}-${"e".repeat(16)}-01`,
      ...env,
    },
    stdio: "ignore",
  });
  await once(child, "exit");
}
