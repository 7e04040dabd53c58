/** Values that an application can pass and that are more than data, and its replacements for parts of the SDK. */
import { ANSWERS } from "./openai-situation-answers.ts";
import { BODIES } from "./openai-situation-bodies.ts";
import { CLIENTS } from "./openai-situation-clients.ts";
import type { Situations } from "./openai-situation.ts";

/** Every situation by its name. */
export const SITUATIONS: Situations = { ...BODIES, ...CLIENTS, ...ANSWERS };
