export { observeVectorStore } from "./observe-vector-store.ts";
export {
  ChromaInstrumentation,
  PineconeInstrumentation,
  QdrantInstrumentation,
  WeaviateInstrumentation,
} from "./provider.ts";
export { SEARCHED_FILES, type SearchedPackage } from "./patching/searched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
