import { EdgeVM } from "@edge-runtime/vm";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Runtime } from "./runtime.ts";

/** The edge runtime of Vercel and Next.js, with the globals that both add to it. */
export const edge: Runtime = {
  name: "edge",
  target: {
    conditions: ["edge-light", "worker", "browser"],
    external: [],
    format: "script",
    findsPackages: false,
    substitutes: ["http-server", "context-manager"],
  },
  start(code, hostUrl, failed) {
    const vm = new EdgeVM({
      extend: (context) => Object.assign(context, { AsyncLocalStorage, process: { env: {} } }),
    });
    vm.evaluate(code);
    vm.evaluate<Promise<void>>(`tests.run(${JSON.stringify(hostUrl)})`).catch(failed);
    return Promise.resolve(() => Promise.resolve());
  },
};
