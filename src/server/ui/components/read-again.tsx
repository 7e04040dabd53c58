import type { ReactElement } from "react";
import { timeText } from "./format.ts";

interface ReadAgainProps {
  /** Time of the last read, in milliseconds since 1970; 0 before the first. */
  readAt: number;
  isReading: boolean;
  onRead: () => void;
}

/** Time at which a view was read that does not change by itself, and a button that reads it again. */
export function ReadAgain({ readAt, isReading, onRead }: ReadAgainProps): ReactElement {
  return (
    <span className="ml-auto flex items-center gap-2">
      <span role="status" className="text-soft whitespace-nowrap tabular-nums">
        {isReading ? "Reading…" : readAt > 0 && `As of ${timeText(readAt).slice(-8)}`}
      </span>
      <button type="button" className="button" disabled={isReading} onClick={onRead}>
        Read again
      </button>
    </span>
  );
}
