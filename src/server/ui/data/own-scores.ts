import type { ScoreV3 } from "@svc/core/api";

/** Metadata of scores that were given on the page. */
export const FROM_PAGE: Readonly<Record<string, string>> = { givenIn: "page" };

/** Returns true for a score that was given on the page. */
export function isOwnScore({ metadata }: ScoreV3): boolean {
  return metadata?.["givenIn"] === FROM_PAGE["givenIn"];
}
