import { getEnv } from "../../runtime/env.ts";

/** Variables set by platforms that freeze a process after a response: AWS Lambda, Vercel, Cloud Run. */
const VARIABLES = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "K_SERVICE"];

/** Returns true when the platform runs nothing in the background between two requests. */
export function isServerless(): boolean {
  return VARIABLES.some((name) => getEnv(name) !== undefined);
}

/** Does nothing: a process of Node may have a secret key. */
export function refuseSecretKey(_owner: string, _secretKey: string | undefined): void {}

/** Does nothing: a process of Node lives on after a request. */
export function extendRequest(_work: () => Promise<unknown>): void {}

/** Does nothing: the preload delivers the queues at the end of a process. */
export function whenLeft(_deliver: () => void): void {}
