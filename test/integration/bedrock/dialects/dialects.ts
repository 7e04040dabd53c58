import { AMAZON } from "./amazon-dialects.ts";
import { ANTHROPIC } from "./anthropic-dialects.ts";
import { COHERE } from "./cohere-dialects.ts";
import type { Dialect } from "./dialect.ts";
import { OPEN } from "./open-dialects.ts";

/** Answers of models in the form of each maker, plain and streamed, as InvokeModel returns them. */
export const DIALECTS: readonly Dialect[] = [...ANTHROPIC, ...AMAZON, ...OPEN, ...COHERE];
