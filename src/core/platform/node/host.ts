import { getEnv } from "../../runtime/env.ts";

/** Variables set by platforms that freeze a process after a response: AWS Lambda, Vercel, Cloud Run. */
const VARIABLES = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "K_SERVICE"];

/** Returns true when the platform runs nothing in the background between two requests. */
export function isServerless(): boolean {
  return VARIABLES.some((name) => getEnv(name) !== undefined);
}

/** Returns false: nobody reads a program on Node but those who run it. */
export function isPage(): boolean {
  return false;
}

/** Does nothing: a process of Node lives on after a request. */
export function extendRequest(_work: () => Promise<unknown>): void {}

/** Does nothing: a process of Node ends when it wants to, and the preload delivers the queues then. */
export function whenLeft(_deliver: () => void): void {}
