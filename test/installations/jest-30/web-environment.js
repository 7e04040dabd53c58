// jsdom with what browsers have beside it, as applications add it.
const { TestEnvironment } = require("jest-environment-jsdom");

const MISSING = [
  "fetch",
  "Headers",
  "Request",
  "Response",
  "AbortSignal",
  "AbortController",
  "TextEncoder",
  "TextDecoder",
];

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of [...MISSING, "ReadableStream"]) this.global[name] = globalThis[name];
  }
};
