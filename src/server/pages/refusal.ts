import { withMeta } from "./meta-element.ts";

/** Names of the elements in the head by which the document of a refused request tells its page why. */
export const REFUSAL = {
  reason: "svc-refusal",
  /** Id of the project that the browser may open instead. */
  openProject: "svc-open-project",
  /** Present where people sign in. */
  signIn: "svc-refusal-sign-in",
} as const;

/** Returns the document for a request without access to its project. */
export function refusedDocument(
  document: string,
  { reason, openProject, hasSignIn }: { reason: string; openProject: string | undefined; hasSignIn: boolean },
): string {
  let refused = withMeta(document, REFUSAL.reason, reason);
  if (openProject !== undefined) refused = withMeta(refused, REFUSAL.openProject, openProject);
  return hasSignIn ? withMeta(refused, REFUSAL.signIn, "yes") : refused;
}
