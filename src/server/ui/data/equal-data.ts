import { isExactNumber } from "@svc/core/internal";
import { replaceEqualDeep } from "@tanstack/react-query";

/**
 * Returns the data that was read anew, with the parts of the data before that are equal, so that what shows them is not drawn again.
 * Data with exact numbers are kept or replaced as a whole: a copy of such a number is an object like any other.
 */
export function keepEqualData(before: unknown, read: unknown): unknown {
  if (!holdsExactNumber(read)) return replaceEqualDeep(before, read);
  return JSON.stringify(before) === JSON.stringify(read) ? before : read;
}

function holdsExactNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isExactNumber(value) || Object.values(value).some(holdsExactNumber);
}
