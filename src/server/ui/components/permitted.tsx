import type { ReactElement, ReactNode } from "react";
import { type Change, lackingRole } from "../data/permitted.ts";
import { signedInRole } from "../data/signed-in.ts";

interface PermittedProps {
  change: Change;
  /** True for the one thing that a view is for: whoever may not make the change reads why. */
  isExplained?: boolean;
  children: ReactNode;
}

/** Ways to make a change, for those whose role allows it. */
export function Permitted({ change, isExplained = false, children }: PermittedProps): ReactElement | null {
  const needed = lackingRole(change);
  if (needed === undefined) return <>{children}</>;
  if (!isExplained) return null;
  return (
    <p className="text-soft p-4">
      You are {signedInRole()} in this project, and this needs {needed}. An owner can change the role.
    </p>
  );
}
