// Spellings of credentials in the text of an error. A new spelling is a row.

/** Value that must not be seen: nothing but its place tells that it is a secret. */
export const PLANTED = "planted.0123456789abcdef";
/** Texts, and what is left of them. */
export const CREDENTIAL_TEXTS: ReadonlyArray<readonly [spelling: string, text: string, hidden: string]> = [
  ["a Bearer token", `sent Bearer ${PLANTED} there`, "sent Bearer *** there"],
  ["a Basic pair", `sent Basic ${PLANTED}== there`, "sent Basic *** there"],
  ["a password", `no answer of https://user:${PLANTED}@a.example/b`, "no answer of https://***@a.example/b"],
  ...[
    "key",
    "api-key",
    "api_key",
    "apikey",
    "access_token",
    "access-key",
    "token",
    "sig",
    "signature",
    "password",
    "secret",
    "client_secret",
    "X-Amz-Signature",
    "X-Amz-Credential",
    "X-Amz-Security-Token",
    "X-Goog-Signature",
    "X-Goog-Credential",
  ].map(
    (name) =>
      [
        `the parameter ${name}`,
        `https://a.example/b?v=1&${name}=${PLANTED}&w=2 failed`,
        `https://a.example/b?v=1&${name}=***&w=2 failed`,
      ] as const,
  ),
  ["a fragment", `at https://a.example/#access_token=${PLANTED}`, "at https://a.example/#access_token=***"],
  ["a header in JSON", `{"x-api-key":"${PLANTED}","a":1}`, '{"x-api-key":"***","a":1}'],
  ["a header in JSON within JSON", `{\\"x-api-key\\":\\"${PLANTED}\\"}`, '{\\"x-api-key\\":\\"***\\"}'],
  ["a header", `api-key: ${PLANTED}, a: 1`, "api-key: ***, a: 1"],
  ["a header of Google", `x-goog-api-key: ${PLANTED}`, "x-goog-api-key: ***"],
  ["a header after an escaped end of a line", `\\napi-key: ${PLANTED}`, "\\napi-key: ***"],
  ["a token after an escaped end of a line", `\\nBearer ${PLANTED}`, "\\nBearer ***"],
  ["a key after an escaped end of a line", "\\nsk-proj-0123456789abcdef", "\\n***"],
  ["a key of OpenAI", "Incorrect API key provided: sk-proj-0123456789abcdef.", "Incorrect API key provided: ***."],
  ["a key of Google", "no AIzaSyA0123456789abcdef", "no ***"],
];
