import type { AnnotationQueueItem } from "@svc/core/api";
import type { ReactElement } from "react";
import { countText } from "../components/format.ts";

/** Number of items of a queue that are labelled, in words and as a bar. */
export function QueueProgress({ items }: { items: readonly AnnotationQueueItem[] }): ReactElement | null {
  if (items.length === 0) return null;
  const done = items.filter(({ status }) => status === "COMPLETED").length;
  return (
    <span className="flex items-center gap-2">
      <progress aria-label="Labelled" className="progress" value={done} max={items.length} />
      <span role="status" className="text-soft whitespace-nowrap tabular-nums">
        {countText(done) || "0"} of {countText(items.length)} labelled
      </span>
    </span>
  );
}
