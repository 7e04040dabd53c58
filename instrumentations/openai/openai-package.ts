import { OPENAI } from "./library.ts";
import { classesOf, type ClientPackage } from "./recorded-classes.ts";

/** Package `openai`, with the versions that this package is tested with. */
export const OPENAI_PACKAGE: ClientPackage = {
  name: "openai",
  functionName: "observeOpenAI",
  versions: { first: 4, last: 7 },
  classes: /* @__PURE__ */ classesOf(OPENAI),
  userAgent: /^(?:Azure)?OpenAI\/JS (\S+)$/,
};
