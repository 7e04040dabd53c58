/** Returns the address of a provider that a text names; undefined for what is no http address, and for one with credentials in it. */
export function providerAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPlain ? url : undefined;
}
