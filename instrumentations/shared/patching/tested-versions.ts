import { globalState, logger } from "@svc/core/internal";

/** Versions of a package that an instrumentation is tested with: majors, or the minors of a package that is still at 0. */
export interface TestedVersions {
  readonly first: number;
  readonly last: number;
  /** True for a package at major 0, whose minor versions count. Newer ones come every month and cause no warning. */
  readonly isAtZero?: true;
  /** True when older versions are left alone, because they work in another way. */
  readonly leavesOlderAlone?: true;
  /** Minor of the first major below which versions are left alone, because they work in another way. */
  readonly firstMinor?: number;
}

/**
 * Returns true when an instrumentation patches this version of a package. Warns once about each version outside the tested
 * range, for any number of files and copies of that version. `recorded` names what is recorded, such as `calls`.
 */
export function isPatchedVersion(
  name: string,
  version: string | undefined,
  versions: TestedVersions,
  recorded: string,
): boolean {
  const { first, last, leavesOlderAlone, isAtZero, firstMinor = 0 } = versions;
  const [major = Number.NaN, minor = Number.NaN] = (version ?? "").split(".").map((part) => Number.parseInt(part, 10));
  const tested = isAtZero === true ? minor : major;
  const isBeforeMinor = isAtZero !== true && major === first && minor < firstMinor;
  if (!isBeforeMinor && (Number.isNaN(tested) || (tested >= first && tested <= last))) return true;
  if (isAtZero === true && (major > 0 || tested > last)) return true;
  const isPatched = !isBeforeMinor && (tested > last || leavesOlderAlone !== true);
  const start = isAtZero === true ? "0." : "";
  const range = rangeOf(versions);
  const consequence = isPatched
    ? "recorded as far as it still works the same way"
    : `not recorded; use version ${isBeforeMinor ? `${first}.${firstMinor} or later` : `${start}${last}`}`;
  const warning = `${name} ${version} is outside the tested versions (${range}): its ${recorded} are ${consequence}`;
  // A second copy of the version is not a repetition of the problem.
  if (!globalState.reported.has(warning)) logger.warnOnce(warning);
  return isPatched;
}

/** Returns the tested versions as a text, such as `4 to 7`. */
export function rangeOf({ first, last, isAtZero, firstMinor }: TestedVersions): string {
  const start = isAtZero === true ? "0." : "";
  if (firstMinor !== undefined) return `${first}.${firstMinor} to ${last}.x`;
  return first === last ? `${start}${first}.x` : `${start}${first} to ${start}${last}`;
}
