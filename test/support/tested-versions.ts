/**
 * Returns the versions of a package, or the rows of a table, to test: those of CI, and with `TEST_VERSIONS=all` every one.
 * `npm run test:matrix` sets the variable.
 */
export function testedVersions<T>(all: readonly T[], inCi: readonly T[]): readonly T[] {
  return process.env["TEST_VERSIONS"] === "all" ? all : inCi;
}
