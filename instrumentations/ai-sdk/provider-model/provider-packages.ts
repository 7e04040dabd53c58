import { isFields } from "@svc/core/internal";
import { allPathsOf, type PackageFiles, type Patches, type ProviderPackage } from "@svc/instrumentation";
import { recordingModel } from "./recorded-model.ts";

/** Pattern of the names of the classes of chat models, in the scope of a file. */
export const MODEL_CLASSES: string = String.raw`\w+LanguageModel`;

/** Package whose first version has no class of its own, only that of `@ai-sdk/openai-compatible`. */
const XAI = "@ai-sdk/xai";

/**
 * Packages whose models are also called without `ai`, with their first and last recorded major versions. Models of other packages that
 * are made of their classes or extend them are recorded as well.
 */
const PACKAGES: ReadonlyArray<readonly [name: string, first: number, last: number]> = [
  ["@ai-sdk/anthropic", 1, 4],
  ["@ai-sdk/gateway", 1, 4],
  ["@ai-sdk/google", 1, 4],
  ["@ai-sdk/openai", 1, 4],
  ["@ai-sdk/openai-compatible", 0, 3],
  [XAI, 1, 5],
];

const filesIn = (name: string, folder: string): PackageFiles => ({
  package: name,
  folder,
  modules: ["index"],
  endings: ["js", "mjs"],
});

/** Providers of the AI SDK whose models are recorded where the application calls them. */
export const PROVIDER_PACKAGES: readonly ProviderPackage[] = /* @__PURE__ */ PACKAGES.map(([name, first, last]) => ({
  name,
  versions: { first, last, leavesOlderAlone: true },
  exports: [
    {
      files: ["dist", "dist/internal", "internal/dist"].flatMap((folder) => allPathsOf(filesIn(name, folder))),
      patch: (classes, patches) => recordModels(classes, patches, name === XAI),
    },
  ],
  recordedCalls: { calls: ["doGenerate", "doStream"], observations: ["generation `chat`"] },
}));

/** Records the calls of the models of a file that hands over its classes. Returns what is missing. */
function recordModels(classes: unknown, patches: Patches, canHaveNone: boolean): string[] {
  const prototypes = Object.values(isFields(classes) ? classes : {})
    .map((found) => (typeof found === "function" ? (found.prototype as unknown) : undefined))
    .filter(isFields);
  const recorded = prototypes.filter(
    (prototype) =>
      patches.add(prototype, "doGenerate", recordingModel(false)) &&
      patches.add(prototype, "doStream", recordingModel(true)),
  );
  const isWhole = recorded.length > 0 || (canHaveNone && prototypes.length === 0);
  return isWhole ? [] : ["class of a language model"];
}
