import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { speech, transcriptions, translations } from "../endpoints/audio.ts";
import { chatCompletions } from "../endpoints/chat-completions.ts";
import { decisions } from "../endpoints/decisions.ts";
import { embeddings } from "../endpoints/embeddings.ts";
import { imageEdit, imageGeneration, imageVariation } from "../endpoints/images.ts";
import { moderations } from "../endpoints/moderations.ts";
import { compaction, responses } from "../endpoints/responses.ts";
import { textCompletions } from "../endpoints/text-completions.ts";
import { filesOf, placesOf } from "./patched-files.ts";

/** Versions of the `openai` package that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 4, last: 7 };

const chat = { create: chatCompletions };
const response = { methods: { create: responses }, newerMethods: { compact: compaction } };
const image = { generate: imageGeneration, edit: imageEdit, createVariation: imageVariation };

/** All patched classes. To record another endpoint, add a row. */
export const PATCHED_CLASSES: readonly ClientClass[] = [
  { name: "Completions", ...at("chat"), methods: chat },
  { name: "Responses", ...at("responses"), ...response },
  { name: "Responses", ...at("betaResponses"), ...response },
  { name: "Completions", ...at("completions"), methods: { create: textCompletions } },
  { name: "Embeddings", ...at("embeddings"), methods: { create: embeddings } },
  { name: "Images", ...at("images"), methods: image },
  { name: "Speech", ...at("speech"), methods: { create: speech } },
  { name: "Transcriptions", ...at("transcriptions"), methods: { create: transcriptions } },
  { name: "Translations", ...at("translations"), methods: { create: translations } },
  { name: "Moderations", ...at("moderations"), methods: { create: moderations } },
  { name: "Decisions", ...at("decisions"), methods: { create: decisions } },
];

function at(key: Parameters<typeof filesOf>[0]): Pick<ClientClass, "files" | "places"> {
  return { files: filesOf(key), places: placesOf(key) };
}
