/** Shortest secret that is also looked for in other forms. A shorter one would be found in ordinary words. */
const SHORTEST = 8;

/**
 * Returns the forms in which a secret can be repeated: as it is, from its end, in JSON, in addresses, as hexadecimal digits, and in
 * Base64 and Base64URL at each of the three places that it can have there. None for an empty secret.
 */
export function secretForms(secret: string): string[] {
  if (secret === "") return [];
  if (secret.length < SHORTEST) return [secret];
  const bytes = Buffer.from(secret);
  const reversed = Array.from(secret).toReversed().join("");
  const forms = new Set([Array.from(bytes, (byte) => `%${byte.toString(16)}`).join("")]);
  for (const text of [secret, reversed]) {
    forms.add(text);
    forms.add(JSON.stringify(text).slice(1, -1));
    forms.add(encodeURIComponent(text));
    forms.add(Buffer.from(text).toString("hex"));
    for (const form of base64Forms(Buffer.from(text))) forms.add(form);
  }
  return [...forms];
}

/** Returns what is the same of a text in Base64, whatever stands before and after it, for each of its three places. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    // The first and the last character also hold bits of what stands around the secret.
    const whole = (before + bytes.length) % 3 === 0;
    const inner = encoded.slice(before === 0 ? 0 : before + 1, whole ? undefined : -1);
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
