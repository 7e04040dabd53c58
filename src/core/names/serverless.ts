import { getEnv } from "../settings/env.ts";

/** Platforms that freeze a process once it has answered, by the variable they set: AWS Lambda, Vercel, Cloud Run. */
const VARIABLES = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "K_SERVICE"];

/** Whether the process runs where nothing is done in the background between two requests. */
export function isServerless(): boolean {
  return VARIABLES.some((name) => getEnv(name) !== undefined);
}
