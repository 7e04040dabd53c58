import type { ReactElement } from "react";
import type { Bar } from "./aggregate.ts";

/** Bars that are drawn, and bars that are named. */
const [MOST_DRAWN, MOST_NAMED] = [20, 4];

/** Distribution of the values of a score as small bars; a few values are also named. */
export function Distribution({ bars }: { bars: readonly Bar[] }): ReactElement | null {
  if (bars.length === 0) return null;
  const most = Math.max(...bars.map(({ count }) => count));
  const words = bars.filter(({ count }) => count > 0).map(({ label, count }) => `${label}: ${count}`);
  return (
    <span className="flex min-w-0 items-end gap-2">
      <span aria-hidden className="flex h-5 items-end gap-px" title={words.slice(0, MOST_DRAWN).join("\n")}>
        {bars.slice(0, MOST_DRAWN).map(({ label, count }) => (
          <span key={label} className="bg-link w-1.5 rounded-t-xs" style={{ height: `${(count / most) * 100}%` }} />
        ))}
      </span>
      <bdi className={`text-soft truncate text-xs ${bars.length > MOST_NAMED ? "sr-only" : "max-lg:sr-only"}`}>
        {words.join(", ")}
      </bdi>
    </span>
  );
}
