import { conversationText } from "@svc/core/internal/messages";
import type { ReactElement } from "react";

/** Most characters that are shown. */
const MOST = 400;

/** Beginning of a value on at most four lines: of a conversation its last messages, with labels in place of media. */
export function ValueExcerpt({ value }: { value: unknown }): ReactElement | null {
  if (value == null) return null;
  const text = conversationText(value, "user", MOST);
  return (
    <span dir="auto" className="line-clamp-4 min-w-0 break-words whitespace-pre-wrap [unicode-bidi:isolate]">
      {text.slice(0, MOST)}
    </span>
  );
}
