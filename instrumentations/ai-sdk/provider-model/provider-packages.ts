import { isFields } from "@svc/core/internal";
import { allPathsOf, type PackageFiles, type Patches, type ProviderPackage } from "@svc/instrumentation";
import { recordingModel } from "./recorded-model.ts";

/** Pattern of the names of the classes of chat models, in the scope of a file. */
export const MODEL_CLASSES: string = String.raw`\w+LanguageModel`;

/** Packages whose models are also called without `ai`. Models of other packages that extend their classes are recorded as well. */
const NAMES = ["@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/openai"] as const;

const filesIn = (name: string, folder: string): PackageFiles => ({
  package: name,
  folder,
  modules: ["index"],
  endings: ["js", "mjs"],
});

/** Providers of the AI SDK whose models are recorded where the application calls them. */
export const PROVIDER_PACKAGES: readonly ProviderPackage[] = /* @__PURE__ */ NAMES.map((name) => ({
  name,
  versions: { first: 1, last: 4, leavesOlderAlone: true },
  exports: [
    {
      files: ["dist", "dist/internal", "internal/dist"].flatMap((folder) => allPathsOf(filesIn(name, folder))),
      patch: recordModels,
    },
  ],
  recordedCalls: { calls: ["doGenerate", "doStream"], observations: ["generation `chat`"] },
}));

/** Records the calls of the models of a file that hands over its classes. Returns what is missing. */
function recordModels(classes: unknown, patches: Patches): string[] {
  const prototypes = Object.values(isFields(classes) ? classes : {})
    .map((found) => (typeof found === "function" ? (found.prototype as unknown) : undefined))
    .filter(isFields);
  const recorded = prototypes.filter(
    (prototype) =>
      patches.add(prototype, "doGenerate", recordingModel(false)) &&
      patches.add(prototype, "doStream", recordingModel(true)),
  );
  return recorded.length > 0 ? [] : ["class of a language model"];
}
