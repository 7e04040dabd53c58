import type { ReactElement } from "react";

/** Most characters that are shown. */
const MOST = 400;

/** Beginning of a value on at most four lines. */
export function ValueExcerpt({ value }: { value: unknown }): ReactElement | null {
  if (value == null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <span dir="auto" className="line-clamp-4 min-w-0 break-words whitespace-pre-wrap [unicode-bidi:isolate]">
      {text.slice(0, MOST)}
    </span>
  );
}
