/** Replaces the user and the password of each address in a text with `***`. Some errors of Node name a proxy with both. */
export function hideCredentials(text: string): string {
  // Only in a text that is nothing but an address can a password with spaces be told from other words.
  return text.replaceAll(URL.canParse(text) ? /\/\/[^/?#]*@/g : /\/\/[^/?#\s]*@/g, "//***@");
}
