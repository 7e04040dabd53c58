import { SIGNED_IN } from "../../pages/signed-in.ts";

/** Returns the e-mail address of the person who is signed in; undefined where the service has no sign-in. */
export function signedIn(): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name=${SIGNED_IN}]`)?.content;
}

/** Signs the person out, here and at the identity provider. */
export async function signOut(): Promise<void> {
  const response = await fetch("/sign-out", { method: "POST" });
  if (!response.ok) throw new Error(`The service did not sign you out: ${response.status}`);
  const { to } = (await response.json()) as { to: string };
  location.assign(to);
}
