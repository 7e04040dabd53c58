import { globalState, logger } from "@svc/core/internal";

/** Major versions of a package that an instrumentation is tested with. */
export interface TestedVersions {
  readonly first: number;
  readonly last: number;
  /** True when older versions are left alone, because they work in another way. */
  readonly leavesOlderAlone?: true;
}

/**
 * Returns true when an instrumentation patches this version of a package. Warns once about each version outside the tested
 * range, for any number of files and copies of that version. `recorded` names what is recorded, such as `calls`.
 */
export function isPatchedVersion(
  name: string,
  version: string | undefined,
  { first, last, leavesOlderAlone }: TestedVersions,
  recorded: string,
): boolean {
  const major = Number.parseInt(version ?? "", 10);
  if (Number.isNaN(major) || (major >= first && major <= last)) return true;
  const isPatched = major > last || leavesOlderAlone !== true;
  const range = first === last ? `${first}.x` : `${first} to ${last}`;
  const consequence = isPatched
    ? "recorded as far as it still works the same way"
    : `not recorded; use version ${last}`;
  const warning = `${name} ${version} is outside the tested versions (${range}): its ${recorded} are ${consequence}`;
  // A second copy of the version is not a repetition of the problem.
  if (!globalState.reported.has(warning)) logger.warnOnce(warning);
  return isPatched;
}
