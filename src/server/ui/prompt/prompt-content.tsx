import type { ChatMessageWithPlaceholders, Prompt } from "@svc/core/api";
import type { ReactElement } from "react";
import { LongText } from "../components/long-text.tsx";
import { Text } from "../components/text.tsx";
import { markTemplate } from "./template-marks.tsx";

/** Content of a version: a text, or the messages of a chat. */
export function PromptContent({ prompt }: { prompt: Prompt["prompt"] }): ReactElement {
  if (typeof prompt === "string") {
    return (
      <div className="border-line bg-panel rounded-md border px-3 py-2">
        {prompt === "" ? <span className="text-soft">empty</span> : <LongText mark={markTemplate}>{prompt}</LongText>}
      </div>
    );
  }
  return (
    <ol className="flex flex-col gap-2">
      {prompt.map((message, index) => (
        <li key={index} className="border-line bg-panel rounded-md border">
          <MessageContent message={message} />
        </li>
      ))}
    </ol>
  );
}

function MessageContent({ message }: { message: ChatMessageWithPlaceholders }): ReactElement {
  if (!("content" in message)) {
    return (
      <p className="text-amber flex gap-1 px-3 py-2">
        messages of the placeholder <Text>{message.name}</Text>
      </p>
    );
  }
  return (
    <>
      <div className="bg-canvas text-soft flex rounded-t-md px-3 py-0.5 text-xs font-semibold">
        <Text>{message.role}</Text>
      </div>
      <div className="px-3 py-2">
        <LongText mark={markTemplate}>{message.content}</LongText>
      </div>
    </>
  );
}
