import { getEnv } from "./env.ts";

/** Variables set by platforms that freeze a process after a response: AWS Lambda, Vercel, Cloud Run. */
const VARIABLES = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "K_SERVICE"];

/** Returns true when the platform runs nothing in the background between two requests. */
export function isServerless(): boolean {
  return VARIABLES.some((name) => getEnv(name) !== undefined);
}
