/** Removes the user and the password from the addresses in a message. Some versions of Node name a proxy with both. */
export function withoutCredentials(message: string): string {
  return message.replaceAll(/\/\/[^/?#\s]*@/g, "//");
}
