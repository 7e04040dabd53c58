import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { chat } from "../operations/chat.ts";
import { embed, embeddings } from "../operations/embed.ts";
import { generate } from "../operations/generate.ts";
import { OLLAMA_FILES } from "./patched-files.ts";

/** Versions of `ollama` that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 0, last: 0 };

/** Class of the clients for browsers, which the class of the clients for Node extends. */
export const OLLAMA_CLASS: ClientClass = {
  name: "Ollama",
  places: [[]],
  files: OLLAMA_FILES,
  methods: { chat, generate, embed, embeddings },
};
