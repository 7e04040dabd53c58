import type { ReactElement } from "react";

/** Most characters of a name that the page shows. */
const MOST = 300;

/**
 * Text of an application on one line. Its direction marks end with it, so that they cannot turn round what stands beside it.
 */
export function Text({ children }: { children: string }): ReactElement {
  const shown = children.length > MOST ? `${children.slice(0, MOST)}…` : children;
  return <bdi className="truncate">{shown}</bdi>;
}
