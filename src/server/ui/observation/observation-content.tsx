import { parsedContent, readMessages, readResult } from "@svc/core/internal/messages";
import type { ReactElement } from "react";
import { RichText } from "../components/rich-text.tsx";
import { Conversation, MessageParts } from "../conversation/conversation.tsx";
import { Section } from "./section.tsx";

/** Input and output of an observation: as a conversation where they are one, else as text or JSON. */
export function ObservationContent({ input, output }: { input: unknown; output: unknown }): ReactElement {
  const [given, returned] = [parsedContent(input), parsedContent(output)];
  const asked = readMessages(given, "user");
  const answered = readMessages(returned, "assistant");
  if (asked !== undefined) {
    const answer =
      answered ??
      (typeof returned === "string" ? [{ role: "assistant", parts: [{ kind: "text", text: returned }] as const }] : []);
    return (
      <>
        <Section title="Conversation">
          <Conversation messages={[...asked, ...answer]} />
        </Section>
        {answer.length === 0 && <Value title="Output" value={returned} />}
      </>
    );
  }
  return (
    <>
      <Value title="Input" value={given} />
      {answered === undefined ? (
        <Value title="Output" value={returned} />
      ) : (
        <Section title="Output">
          <Conversation messages={answered} />
        </Section>
      )}
    </>
  );
}

function Value({ title, value }: { title: string; value: unknown }): ReactElement | null {
  if (value == null) return null;
  return (
    <Section title={title}>
      {typeof value === "string" ? <RichText>{value}</RichText> : <MessageParts parts={readResult(value)} />}
    </Section>
  );
}
