import { globalState, logger } from "@svc/core/internal";

/** First and last major version of the `openai` package that this instrumentation is tested with. */
const TESTED_MAJORS = { first: 4, last: 7 } as const;

/** Warns once about each version outside the tested range, for any number of files and copies of that version. */
export function warnIfUntested(version: string | undefined): void {
  if (version === undefined) return;
  const major = Number.parseInt(version, 10);
  if (major >= TESTED_MAJORS.first && major <= TESTED_MAJORS.last) return;
  const warning =
    `openai ${version} is outside the tested versions (${TESTED_MAJORS.first} to ${TESTED_MAJORS.last}): ` +
    "its calls are recorded as far as it still works the same way";
  // A second copy of the version is not a repetition of the problem.
  if (!globalState.reported.has(warning)) logger.warnOnce(warning);
}
