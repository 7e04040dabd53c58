// What the pages under test do; `svc` is the package, loaded as a module or as a script.
/* global svc */

/** Sends a score; resolves with what the page's code sees of it. */
globalThis.send = async (options, score) => {
  try {
    return await new svc.SvcBrowserClient(options).score(score);
  } catch (error) {
    const { name, message, status, response } = error;
    return { name, message, status, response };
  }
};

/** Sends a score when the page is hidden for good. */
globalThis.sendOnPageHide = (options, score) => {
  const client = new svc.SvcBrowserClient(options);
  globalThis.addEventListener("pagehide", () => void client.score(score));
};

/** Sends a score from a Web Worker. */
globalThis.sendFromWorker = (options, score) =>
  new Promise((resolve, reject) => {
    const worker = new Worker("/worker.mjs", { type: "module" });
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.postMessage({ options, score });
  });
