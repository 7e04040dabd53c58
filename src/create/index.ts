export { planSetup, writeSetup } from "./setup.ts";
export type { Change } from "./part.ts";
export type { Setup } from "./setup.ts";
