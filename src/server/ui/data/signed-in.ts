import { SIGNED_IN, SIGNED_IN_ID, SIGNED_IN_ROLE } from "../../pages/signed-in.ts";
import type { MembershipRole } from "../../resources/membership-roles.ts";

/** Returns the e-mail address of the person who is signed in; undefined where the service has no sign-in. */
export function signedIn(): string | undefined {
  return contentOf(SIGNED_IN);
}

/** Returns the id of the person who is signed in, who is the author of what the page sends; undefined where the service has no sign-in. */
export function signedInId(): string | undefined {
  return contentOf(SIGNED_IN_ID);
}

/** Returns the role of the person who is signed in, in the project of the page; undefined where the service has no sign-in. */
export function signedInRole(): MembershipRole | undefined {
  return contentOf(SIGNED_IN_ROLE) as MembershipRole | undefined;
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
