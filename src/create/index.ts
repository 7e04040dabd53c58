export { planSetup, writeSetup } from "./setup.ts";
export type { Change, Setup } from "./setup.ts";
