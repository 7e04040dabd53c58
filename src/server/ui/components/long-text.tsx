import { type ReactElement, useState } from "react";

/** Characters that are shown at first. */
const FIRST = 20_000;

/** Characters that every further step adds. */
const STEP = 200_000;

/** Text over several lines. A very long one is shown in steps, so that the page stays quick. */
export function LongText({ children, isCode = false }: { children: string; isCode?: boolean }): ReactElement {
  const [shown, setShown] = useState(FIRST);
  const left = children.length - shown;
  return (
    <div
      dir="auto"
      className={`break-words whitespace-pre-wrap [unicode-bidi:isolate] ${isCode ? "font-mono text-xs" : ""}`}
    >
      {left > 0 ? children.slice(0, shown) : children}
      {left > 0 && (
        <button type="button" className="button mt-2 block" onClick={() => setShown(shown + STEP)}>
          Show more: {left.toLocaleString("en")} characters are left
        </button>
      )}
    </div>
  );
}
