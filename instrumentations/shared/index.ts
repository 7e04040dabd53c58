export { types } from "#platform/types";
export {
  observeClient,
  type ClientClass,
  type ObservableClass,
  type ObservablePackage,
} from "./recording/observe-client.ts";
export {
  observedClients,
  recordEveryCall,
  recordingWhile,
  recordObservedCalls,
  startCall,
} from "./recording/recorded-method.ts";
export { fetchingCall } from "./recording/fetched-answer.ts";
export { patchOf } from "./recording/recorded-class.ts";
export {
  CONFIG_NAMES,
  configOfCall,
  copyOfConfig,
  startConfigured,
  withSvcConfig,
  type SvcConfig,
} from "./call/call-config.ts";
export { ObservedCall } from "./call/observed-call.ts";
export { waitForAnswer } from "./call/background-answers.ts";
export { CANCELLED, COMPLETE, failed, UNREAD, type Ending } from "./call/ending.ts";
export { endpointsBy } from "./call/client-facts.ts";
export { failureOf, inBandFailure } from "./call/failure.ts";
export { linkedPrompt, type LinkedPrompt } from "./call/linked-prompt.ts";
export { attributeTable, type AttributeRow } from "./call/call-attributes.ts";
export type {
  Accumulator,
  Answer,
  AttributeTable,
  BackgroundAnswer,
  Endpoint,
  EndpointOperation,
  Failure,
  Library,
  Operation,
  StreamUsage,
} from "./call/operation.ts";
export { contentOf, mediaFields, type MediaFields } from "./content/content-text.ts";
export { mediaFreeText } from "./content/content-text.ts";
export { writeEnding } from "./call/call-attributes.ts";
export { wavFile, type SoundFormat } from "./content/wav-file.ts";
export { aloneOrWith, onlyOrAll, pick } from "./data/fields.ts";
export { providerAttribute, reasonsAttribute, textAttribute } from "./data/conventional-attributes.ts";
export { responseEnding } from "./data/response-ending.ts";
export { wireForm } from "./data/wire-form.ts";
export { dataAt, dataIn, isPlainData, ownData, platformData } from "./data/plain-data.ts";
export { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "./patching/package-files.ts";
export { PackageInstrumentation, type PatchedExport, type PatchedPackage } from "./patching/package-instrumentation.ts";
export {
  nearestOwnerOf,
  ownMethod,
  Patches,
  patchForGood,
  topOwnerOf,
  whileUsed,
  type Around,
  type Method,
  type Patch,
  type ReplacementOf,
} from "./patching/patch.ts";
export { provider, filesOf, type Provider, type ProviderPackage, type RecordedCalls } from "./provider/provider.ts";
export { instrumentationOf, type InstrumentationClass } from "./provider/instrumentation-class.ts";
export { observerOf, type Observer } from "./provider/observer.ts";
export { fieldsOfBody } from "./request/request-body.ts";
export { callIn } from "./request/call-request.ts";
export { transportOf } from "./request/call-request.ts";
export { SPEAKEASY, speakeasyBaseUrl, speakeasySignal } from "./request/speakeasy-client.ts";
export { observeAnswer } from "./promise/observed-answer.ts";
export { followPromise, observePromise } from "./promise/plain-promise.ts";
export { observeRawResponse } from "./promise/raw-response.ts";
export { tapIterable } from "./stream/stream-tap.ts";
export { endWhenCollected } from "./stream/unused-answer.ts";
export { logFault, safeRecorder } from "./log-fault.ts";
export { Step } from "./step/step.ts";
export {
  abortedEnding,
  CUT_SHORT,
  errorTypeOf,
  failedEnding,
  failedWith,
  LEFT,
  type StepEnding,
} from "./step/step-ending.ts";
export { shadow } from "./patching/shadow.ts";
export { isPatchedVersion, rangeOf, type TestedVersions } from "./patching/tested-versions.ts";
