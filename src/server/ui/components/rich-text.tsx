import { splitMedia } from "@svc/core/internal/messages";
import { type ReactElement, useMemo } from "react";
import { LongText } from "./long-text.tsx";
import { Media } from "./media.tsx";

/** Text of an application over several lines, with the media whose data or reference stands in it. */
export function RichText({ children, isCode = false }: { children: string; isCode?: boolean }): ReactElement {
  const pieces = useMemo(() => splitMedia(children), [children]);
  return (
    <>
      {pieces.map(({ kind, text }, place) =>
        kind === "media" ? (
          <Media key={place} source={text} />
        ) : (
          <LongText key={place} isCode={isCode}>
            {text}
          </LongText>
        ),
      )}
    </>
  );
}
