/** A message without the user and the password of the addresses in it: some versions of Node name a proxy with both. */
export function withoutCredentials(message: string): string {
  return message.replaceAll(/\/\/[^/?#\s]*@/g, "//");
}
