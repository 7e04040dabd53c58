import type { ReactElement } from "react";
import { type EditedMessage, PLACEHOLDER, editedMessage } from "./edited-message.ts";
import { MessageParts } from "./conversation.tsx";

interface MessageListEditorProps {
  messages: readonly EditedMessage[];
  onChange: (messages: readonly EditedMessage[]) => void;
  roles: readonly string[];
}

/** Editor of a list of messages: their roles, texts and order. */
export function MessageListEditor({ messages, onChange, roles }: MessageListEditorProps): ReactElement {
  const replace = (index: number, ...replacement: EditedMessage[]): void =>
    onChange(messages.toSpliced(index, 1, ...replacement));
  const moveUp = (index: number): void =>
    onChange(messages.toSpliced(index - 1, 2, messages[index]!, messages[index - 1]!));
  return (
    <section aria-label="Messages" className="flex flex-col gap-2">
      <h2 className="font-semibold">Messages</h2>
      <ol className="flex flex-col gap-2">
        {messages.map((message, index) => (
          <li key={message.key} className="border-line bg-panel rounded-md border">
            <MessageEditor
              message={message}
              place={index + 1}
              roles={roles}
              onChange={(changed) => replace(index, changed)}
              onRemove={() => replace(index)}
              onMoveUp={index === 0 ? undefined : () => moveUp(index)}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button self-start"
        onClick={() => onChange([...messages, editedMessage(nextRole(messages), "")])}
      >
        Add message
      </button>
    </section>
  );
}

interface MessageEditorProps {
  message: EditedMessage;
  place: number;
  roles: readonly string[];
  onChange: (message: EditedMessage) => void;
  onRemove: () => void;
  onMoveUp: (() => void) | undefined;
}

function MessageEditor({ message, place, roles, onChange, onRemove, onMoveUp }: MessageEditorProps): ReactElement {
  const { role, text, others } = message;
  const isPlaceholder = role === PLACEHOLDER;
  return (
    <>
      <h3 className="sr-only">Message {place}</h3>
      <div className="bg-canvas flex items-center gap-1 rounded-t-md px-2 py-1">
        <select
          aria-label={`Role of message ${place}`}
          className="field"
          value={role}
          onChange={({ target }) => onChange({ ...message, role: target.value })}
        >
          {[...new Set([...roles, role])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <span className="ml-auto flex gap-1">
          {onMoveUp !== undefined && (
            <button type="button" className="button" aria-label={`Move message ${place} up`} onClick={onMoveUp}>
              ↑
            </button>
          )}
          <button type="button" className="button" aria-label={`Remove message ${place}`} onClick={onRemove}>
            ×
          </button>
        </span>
      </div>
      {others.length > 0 && (
        <div className="px-3 py-2">
          <MessageParts parts={others} />
        </div>
      )}
      {isPlaceholder ? (
        <input
          aria-label={`Name of placeholder ${place}`}
          placeholder="name of the placeholder"
          className="field m-2 w-64"
          value={text}
          onChange={({ target }) => onChange({ ...message, text: target.value })}
        />
      ) : (
        (text !== "" || others.length === 0) && (
          <textarea
            aria-label={`Text of message ${place}`}
            dir="auto"
            rows={rowsOf(text)}
            className="block w-full resize-y rounded-b-md bg-transparent px-3 py-2 font-mono text-xs"
            value={text}
            onChange={({ target }) => onChange({ ...message, text: target.value })}
          />
        )
      )}
    </>
  );
}

/** Returns a height that shows a text of usual length in full. */
export function rowsOf(text: string): number {
  const lines = text.slice(0, 5_000).split("\n");
  const wrapped = lines.reduce((rows, line) => rows + 1 + Math.floor(line.length / 90), 0);
  return Math.min(Math.max(wrapped, 3), 20);
}

function nextRole(messages: readonly EditedMessage[]): string {
  if (messages.length === 0) return "system";
  return messages.at(-1)?.role === "user" ? "assistant" : "user";
}
