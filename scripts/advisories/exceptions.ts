/**
 * Advisories of high or critical severity that do not fail the audit, by their names (`GHSA-…`), each with the reason why what we ship is not
 * affected. The audit fails for a row that no longer applies.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {};
