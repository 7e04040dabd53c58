import { SIGNED_IN, SIGNED_IN_ID } from "../../pages/signed-in.ts";

/** Returns the e-mail address of the person who is signed in; undefined where the service has no sign-in. */
export function signedIn(): string | undefined {
  return contentOf(SIGNED_IN);
}

/** Returns the id of the person who is signed in, who is the author of what the page sends; undefined where the service has no sign-in. */
export function signedInId(): string | undefined {
  return contentOf(SIGNED_IN_ID);
}

function contentOf(name: string): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
}

/** Signs the person out, here and at the identity provider. */
export async function signOut(): Promise<void> {
  const response = await fetch("/sign-out", { method: "POST" });
  if (!response.ok) throw new Error(`The service did not sign you out: ${response.status}`);
  const { to } = (await response.json()) as { to: string };
  location.assign(to);
}
