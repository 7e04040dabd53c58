import type { Operation } from "../call/operation.ts";
import { speech, transcriptions, translations } from "../endpoints/audio.ts";
import { chatCompletions } from "../endpoints/chat-completions.ts";
import { decisions } from "../endpoints/decisions.ts";
import { embeddings } from "../endpoints/embeddings.ts";
import { imageEdit, imageGeneration, imageVariation } from "../endpoints/images.ts";
import { moderations } from "../endpoints/moderations.ts";
import { compaction, responses } from "../endpoints/responses.ts";
import { textCompletions } from "../endpoints/text-completions.ts";
import { CLASS_FILES } from "./patched-files.ts";

/** Class of the `openai` package, with its files and the methods that are recorded. */
export interface PatchedClass {
  /** Files that may export the class, relative to the package, without their ending. */
  readonly files: readonly string[];
  readonly name: string;
  /** Methods of its prototype that call a model, in every tested version that has the class. */
  readonly methods: Readonly<Record<string, Operation>>;
  /** Methods that call a model and that older versions do not have. */
  readonly newerMethods?: Readonly<Record<string, Operation>>;
}

/** All patched classes. To record another endpoint, add a row. */
export const PATCHED_CLASSES: readonly PatchedClass[] = [
  { files: CLASS_FILES.chat, name: "Completions", methods: { create: chatCompletions } },
  {
    files: CLASS_FILES.responses,
    name: "Responses",
    methods: { create: responses },
    newerMethods: { compact: compaction },
  },
  {
    files: CLASS_FILES.betaResponses,
    name: "Responses",
    methods: { create: responses },
    newerMethods: { compact: compaction },
  },
  { files: CLASS_FILES.completions, name: "Completions", methods: { create: textCompletions } },
  { files: CLASS_FILES.embeddings, name: "Embeddings", methods: { create: embeddings } },
  {
    files: CLASS_FILES.images,
    name: "Images",
    methods: { generate: imageGeneration, edit: imageEdit, createVariation: imageVariation },
  },
  { files: CLASS_FILES.speech, name: "Speech", methods: { create: speech } },
  { files: CLASS_FILES.transcriptions, name: "Transcriptions", methods: { create: transcriptions } },
  { files: CLASS_FILES.translations, name: "Translations", methods: { create: translations } },
  { files: CLASS_FILES.moderations, name: "Moderations", methods: { create: moderations } },
  { files: CLASS_FILES.decisions, name: "Decisions", methods: { create: decisions } },
];
