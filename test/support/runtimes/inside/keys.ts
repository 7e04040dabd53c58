/** Stands in for test/support/otlp/keys.ts in a web page, which must have no secret key. */
export const TEST_KEYS = { publicKey: "pk-svc-test" } as const;
