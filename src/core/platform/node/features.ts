/** Returns undefined: Node has every function that the packages need. */
export function platformProblem(): string | undefined {
  return undefined;
}
