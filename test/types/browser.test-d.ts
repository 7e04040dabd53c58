import type * as browser from "@svc/browser";
import { SvcBrowserClient } from "@svc/browser";
import { describe, expectTypeOf, it } from "vitest";

// @ts-expect-error Removed: errors carry `status` and `response`.
import type { SvcIngestionError } from "@svc/browser";
// @ts-expect-error Removed with it.
import type { SvcIngestionSuccess } from "@svc/browser";
// @ts-expect-error Removed with it.
import type { SvcIngestionResponse } from "@svc/browser";

/** The imports above, used so that only their absence is an error. */
export type Removed = [SvcIngestionError, SvcIngestionSuccess, SvcIngestionResponse];

describe("The browser client", () => {
  it("resolves with the id", () => {
    const client = new SvcBrowserClient({ publicKey: "pk" });
    expectTypeOf(client.score({ name: "n", value: 1 })).resolves.toEqualTypeOf<browser.SvcBrowserScoreResult>();
    // @ts-expect-error A score has a text or a number.
    void client.score({ name: "n", value: true });
    // @ts-expect-error A secret key has no place in a page.
    expectTypeOf(new SvcBrowserClient({ publicKey: "pk", secretKey: "sk" })).toBeObject();
  });

  it("has none of the removed error fields", () => {
    expectTypeOf<browser.SvcBrowserError>().not.toHaveProperty("errors");
    expectTypeOf<browser.SvcBrowserError["status"]>().toEqualTypeOf<number | undefined>();
  });
});
