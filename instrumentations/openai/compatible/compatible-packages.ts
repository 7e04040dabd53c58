import { textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Library, type TestedVersions } from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { classesOf, type ClientPackage } from "../recorded-classes.ts";

/** Packages whose clients are made by the generator of `openai` and speak its protocol. */
export type CompatiblePackage = "groq-sdk" | "together-ai" | "@cerebras/cerebras_cloud_sdk";

interface CompatibleRow {
  readonly name: CompatiblePackage;
  /** Value of `gen_ai.provider.name`. */
  readonly provider: string;
  readonly client: string;
  readonly versions: TestedVersions;
}

/** Package `groq-sdk`. */
export const GROQ: ClientPackage = /* @__PURE__ */ packageOf({
  name: "groq-sdk",
  provider: "groq",
  client: "Groq",
  versions: { first: 0, last: 1 },
});

/** Package `together-ai`. */
export const TOGETHER: ClientPackage = /* @__PURE__ */ packageOf({
  name: "together-ai",
  provider: "together_ai",
  client: "Together",
  versions: { first: 0, last: 0 },
});

/** Package `@cerebras/cerebras_cloud_sdk`. */
export const CEREBRAS: ClientPackage = /* @__PURE__ */ packageOf({
  name: "@cerebras/cerebras_cloud_sdk",
  provider: "cerebras",
  client: "Cerebras",
  versions: { first: 1, last: 1 },
});

function packageOf({ name, provider, client, versions }: CompatibleRow): ClientPackage {
  const endpointAt = endpointsBy(() => provider);
  const library: Library = {
    ...OPENAI,
    name,
    endpointOf: (found) => endpointAt(textOf(ownData(found, "baseURL")) ?? ""),
  };
  return {
    name,
    functionName: "observeOpenAI",
    userAgent: new RegExp(`^${client}/JS (\\S+)$`),
    versions,
    // These servers send the usage of a stream unasked.
    classes: classesOf(library, { streamUsage: undefined }),
  };
}
