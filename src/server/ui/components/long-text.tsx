import { type ReactElement, type ReactNode, useState } from "react";

/** Characters that are shown at first. */
const FIRST = 20_000;

/** Characters that every further step adds. */
const STEP = 200_000;

interface LongTextProps {
  children: string;
  isCode?: boolean;
  /** Function that marks parts of the text that is shown. Default: the text alone. */
  mark?: (text: string) => ReactNode;
}

/** Text over several lines. A very long one is shown in steps, so that the page stays quick. */
export function LongText({ children, isCode = false, mark = String }: LongTextProps): ReactElement {
  const [shown, setShown] = useState(FIRST);
  const left = children.length - shown;
  return (
    <div
      dir="auto"
      className={`break-words whitespace-pre-wrap [unicode-bidi:isolate] ${isCode ? "font-mono text-xs" : ""}`}
    >
      {mark(left > 0 ? children.slice(0, shown) : children)}
      {left > 0 && (
        <button type="button" className="button mt-2 block" onClick={() => setShown(shown + STEP)}>
          Show more: {left.toLocaleString("en")} characters are left
        </button>
      )}
    </div>
  );
}
