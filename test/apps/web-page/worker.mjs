import { SvcBrowserClient } from "/svc.mjs";

globalThis.addEventListener("message", async ({ data: { options, score } }) => {
  globalThis.postMessage(await new SvcBrowserClient(options).score(score));
});
