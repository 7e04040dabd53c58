import type { ReactElement } from "react";

/** Label of the version that applications get when they name none. */
export const PRODUCTION = "production";

/** Label that the service keeps at the newest version. */
export const LATEST = "latest";

/** Labels of a prompt or of a version. The one that applications use stands out. */
export function LabelBadges({ labels }: { labels: readonly string[] }): ReactElement {
  return (
    <ul className="flex flex-wrap gap-1">
      {labels.map((label) => (
        <li
          key={label}
          className={`rounded border border-current px-1 text-xs break-all ${label === PRODUCTION ? "text-green font-semibold" : "text-soft"}`}
        >
          {label}
        </li>
      ))}
    </ul>
  );
}
