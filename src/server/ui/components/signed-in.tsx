import { useMutation } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { signedIn, signedInRole, signOut } from "../data/signed-in.ts";
import { ActionButton } from "./action-button.tsx";

/** Name of the person who is signed in, and the button that signs out. Nothing where the service has no sign-in. */
export function SignedIn(): ReactElement | null {
  const action = useMutation({ mutationFn: signOut });
  const email = signedIn();
  if (email === undefined) return null;
  return (
    <div className="border-line mt-4 flex flex-wrap items-center gap-2 border-t pt-4">
      <p className="min-w-0 flex-1 break-words">
        Signed in as <bdi>{email}</bdi>, {signedInRole()} in this project
      </p>
      <ActionButton action={action}>Sign out</ActionButton>
    </div>
  );
}
