import type { ReactElement } from "react";

/** Mark that says if new observations arrive by themselves. */
export function LiveMark({ isLive }: { isLive: boolean }): ReactElement {
  return (
    <span role="status" className="text-soft flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 rounded-full ${isLive ? "bg-green" : "bg-amber"}`} />
      {isLive ? "Live" : "Connecting…"}
    </span>
  );
}
