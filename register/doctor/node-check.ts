import type { Check } from "./report.ts";

/** Oldest Node.js that the preload supports, as in `engines` of the package. */
const OLDEST = 22;

/** Checks that this Node.js can run the preload. The command itself starts on older versions, to report the problem. */
export function checkNode(version: string = process.versions.node): Check {
  const name = "Node.js";
  if (Number.parseInt(version, 10) >= OLDEST) return { name, outcome: "ok", detail: version };
  return { name, outcome: "problem", detail: nodeProblem(version) };
}

/** Returns the message for a Node.js that is too old. */
export function nodeProblem(version: string): string {
  return `This is Node.js ${version}, but ${OLDEST} or later is needed: start the application with a newer one.`;
}
