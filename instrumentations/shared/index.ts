export { observeClient, type ClientClass, type ObservablePackage } from "./recording/observe-client.ts";
export { patchOf } from "./recording/recorded-class.ts";
export { withSvcConfig, type SvcConfig } from "./call/call-config.ts";
export { endpointsBy } from "./call/endpoint.ts";
export { inBandFailure } from "./call/failure.ts";
export { ANSWER_ATTRIBUTES, attributeTable, type AttributeRow } from "./call/gen-ai-attributes.ts";
export type {
  Accumulator,
  Answer,
  AttributeTable,
  Endpoint,
  Failure,
  Library,
  Operation,
  StreamUsage,
} from "./call/operation.ts";
export { mediaFields, type MediaFields } from "./content/content-text.ts";
export { aloneOrWith, onlyOrAll, pick } from "./data/fields.ts";
export { dataIn, isPlainData, ownData, platformData } from "./data/plain-data.ts";
export { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "./patching/package-files.ts";
export { PackageInstrumentation, type PatchedExport, type PatchedPackage } from "./patching/package-instrumentation.ts";
export {
  nearestOwnerOf,
  Patches,
  patchForGood,
  topOwnerOf,
  whileUsed,
  type Around,
  type Method,
  type ReplacementOf,
} from "./patching/patch.ts";
export { shadow } from "./patching/shadow.ts";
export { isPatchedVersion, type TestedVersions } from "./patching/tested-versions.ts";
