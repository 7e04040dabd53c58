import type { ScoreV3 } from "@svc/core/api";
import { signedInId } from "./signed-in.ts";

/** Metadata of scores that were given on the page. */
export const FROM_PAGE: Readonly<Record<string, string>> = { givenIn: "page" };

/** Returns true for a score that was given on the page, and by no other person. */
export function isOwnScore({ metadata, authorUserId = null }: ScoreV3): boolean {
  const isOfOther = authorUserId !== null && authorUserId !== signedInId();
  return metadata?.["givenIn"] === FROM_PAGE["givenIn"] && !isOfOther;
}
