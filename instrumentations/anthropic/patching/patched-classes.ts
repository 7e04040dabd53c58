import type { ClientClass, TestedVersions } from "@svc/instrumentation";
import { messages } from "../messages/messages.ts";
import { filesOf } from "./patched-files.ts";

/** Name of the package. The clients for Amazon Bedrock and Vertex AI have packages of their own, and use its classes. */
export const PACKAGE_NAME = "@anthropic-ai/sdk";

/** Versions of the `@anthropic-ai/sdk` package that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 0, last: 1 };

/** All patched classes. `stream`, `parse` and the tool runner call `create`. */
export const PATCHED_CLASSES: readonly ClientClass[] = [
  { name: "Messages", files: filesOf("messages/messages"), places: [["messages"]], methods: { create: messages } },
  {
    name: "Messages",
    files: filesOf("beta/messages/messages"),
    places: [["beta", "messages"]],
    methods: { create: messages },
  },
];
