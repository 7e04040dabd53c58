import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { chatV1, chatStreamV1 } from "../operations/chat-v1.ts";
import { chat, chatStream } from "../operations/chat.ts";
import { embed } from "../operations/embed.ts";
import { generate, generateStream } from "../operations/generate.ts";
import { rerank } from "../operations/rerank.ts";
import { COHERE_FILES } from "./patched-files.ts";

/** Versions of `cohere-ai` that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 7, last: 8, leavesOlderAlone: true };

const [FIRST, SECOND] = COHERE_FILES as readonly [string, string];

/** All patched classes. A `CohereClientV2` has an object of both. */
export const PATCHED_CLASSES: readonly ClientClass[] = [
  {
    name: "CohereClient",
    files: [FIRST],
    places: [["client"], []],
    methods: { chat: chatV1, chatStream: chatStreamV1, embed, rerank },
    newerMethods: { generate, generateStream },
  },
  {
    name: "V2Client",
    formerName: "V2",
    files: [SECOND],
    places: [["clientV2"], ["v2"]],
    methods: { chat, chatStream },
    newerMethods: { embed, rerank },
  },
];
