import { isPage } from "#platform/host";

/** Throws in a web page when there is a secret key: everybody who opens the page could read the key and use it. */
export function refuseSecretKey(owner: string, secretKey: string | undefined): void {
  if (secretKey === undefined || !isPage()) return;
  throw new Error(
    `${owner} has a secret key in a web page, where every visitor can read it. Remove the key, and replace it if the page was ` +
      "published. What a page sends without it: docs/edge-and-browsers.md.",
  );
}
