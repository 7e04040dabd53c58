/** Values that an application can pass and that are more than data, and its replacements for parts of the SDK. */
import { ANSWERS } from "./situations-with-answers.ts";
import { BODIES } from "./situations-with-bodies.ts";
import { CLIENTS } from "./situations-with-clients.ts";
import type { Situations } from "./situation.ts";

/** Every situation by its name. */
export const SITUATIONS: Situations = { ...BODIES, ...CLIENTS, ...ANSWERS };
