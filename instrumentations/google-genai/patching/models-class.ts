import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { embedContent } from "../operations/embed-content.ts";
import { generateContent, generateContentStream } from "../operations/generate-content.ts";
import { generateImages } from "../operations/generate-images.ts";
import { GOOGLE_GENAI_FILES } from "./patched-files.ts";

/** Versions of `@google/genai` that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 1, last: 3 };

/**
 * Class with the model calls. Its public methods are functions of each object; chats, automatic function calling and they all
 * call these methods, once for each request.
 */
export const MODELS: ClientClass = {
  name: "Models",
  places: [["models"]],
  files: GOOGLE_GENAI_FILES,
  isMain: true,
  methods: {
    generateContentInternal: generateContent,
    generateContentStreamInternal: generateContentStream,
    embedContentInternal: embedContent,
    generateImagesInternal: generateImages,
  },
};
