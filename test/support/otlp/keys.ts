/** Keys that the tests send with. */
export const TEST_KEYS = { publicKey: "pk-svc-test", secretKey: "sk-svc-test" } as const;
