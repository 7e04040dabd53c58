import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { agentCompletion, chatCompletion, fimCompletion } from "../operations/chat-completions.ts";
import { conversation } from "../operations/conversations.ts";
import { embeddings } from "../operations/embeddings.ts";
import { moderations } from "../operations/moderations.ts";
import { ocr } from "../operations/ocr.ts";
import { transcription } from "../operations/transcriptions.ts";
import { filesOf } from "./patched-files.ts";

/** Versions of `@mistralai/mistralai` that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 1, last: 2, leavesOlderAlone: true };

/** All patched classes. No method calls another one. */
export const PATCHED_CLASSES: readonly ClientClass[] = [
  {
    name: "Chat",
    files: filesOf("chat"),
    places: [["chat"]],
    methods: { complete: chatCompletion, stream: chatCompletion },
    newerMethods: { parse: chatCompletion, parseStream: chatCompletion },
  },
  {
    name: "Agents",
    files: filesOf("agents"),
    places: [["agents"]],
    methods: { complete: agentCompletion, stream: agentCompletion },
  },
  {
    name: "Fim",
    files: filesOf("fim"),
    places: [["fim"]],
    methods: { complete: fimCompletion, stream: fimCompletion },
  },
  { name: "Embeddings", files: filesOf("embeddings"), places: [["embeddings"]], methods: { create: embeddings } },
  { name: "Ocr", files: filesOf("ocr"), places: [["ocr"]], methods: { process: ocr } },
  {
    name: "Classifiers",
    files: filesOf("classifiers"),
    places: [["classifiers"]],
    methods: { moderate: moderations, moderateChat: moderations },
  },
  {
    name: "Conversations",
    files: filesOf("conversations"),
    places: [["beta", "conversations"]],
    methods: {
      start: conversation,
      append: conversation,
      restart: conversation,
      startStream: conversation,
      appendStream: conversation,
      restartStream: conversation,
    },
  },
  {
    name: "Transcriptions",
    files: filesOf("transcriptions"),
    places: [["audio", "transcriptions"]],
    methods: { complete: transcription, stream: transcription },
  },
];
