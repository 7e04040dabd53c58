import { isPrintable } from "./shown-text.ts";

/** Letters that are not ASCII, but whose lower case has ASCII letters: another sign that looks like one of them is another name. */
const ASCII_LOOKALIKE = /([\u0130\u212A])/;

/**
 * Returns the form of a user name or an e-mail address in which two spellings of one are equal: without the spaces around it, in lower
 * case.
 */
export function foldUserName(userName: string): string {
  // `K`, the sign of the kelvin, has the lower case `k`: an address with it belongs to somebody else.
  return userName
    .trim()
    .split(ASCII_LOOKALIKE)
    .map((part) => (ASCII_LOOKALIKE.test(part) ? part : part.toLowerCase()))
    .join("");
}

/** Returns true for two spellings of one user name or e-mail address. */
export function isSameUserName(one: string, other: string): boolean {
  return foldUserName(one) === foldUserName(other);
}

/** Longest e-mail address: 64 characters before the `@`, 255 after it (RFC 5321, section 4.5.3.1). */
const LONGEST_ADDRESS = 320;

/** Returns true for a text that has the form of an e-mail address. */
export function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && /^[^\s@]+@[^\s@]+$/.test(text.trim()) && isPrintable(text);
}
