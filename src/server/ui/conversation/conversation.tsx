import { joinResults, readResult, type Message, type Part, type ToolResult } from "@svc/core/internal/messages";
import type { ReactElement } from "react";
import { JsonValue } from "../components/json-value.tsx";
import { LongText } from "../components/long-text.tsx";
import { Media } from "../components/media.tsx";
import { RichText } from "../components/rich-text.tsx";
import { Text } from "../components/text.tsx";

/** Mark of a call whose result is elsewhere. */
const NO_RESULT = "elsewhere";

/** Messages with a model. The result of a tool stands beside its call. */
export function Conversation({ messages }: { messages: readonly Message[] }): ReactElement {
  const results = joinResults(messages);
  const joined = new Set<Part>(results.values());
  return (
    <ol className="flex flex-col gap-2">
      {messages.map(({ role, parts }, index) => {
        const own = parts.filter((part) => !joined.has(part));
        if (own.length === 0 && parts.length > 0) return null;
        return (
          <li key={`${index} ${role}`} className="border-line bg-panel rounded-md border">
            <div className="bg-canvas text-soft flex rounded-t-md px-3 py-0.5 text-xs font-semibold">
              <Text>{role}</Text>
            </div>
            <div className="flex flex-col gap-2 px-3 py-2">
              {own.map((part, place) => (
                <MessagePart key={`${place} ${part.kind}`} part={part} results={results} />
              ))}
              {own.length === 0 && <span className="text-soft">empty</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Parts of one message, without the results of its tool calls. */
export function MessageParts({ parts }: { parts: readonly Part[] }): ReactElement {
  return (
    <div className="flex flex-col gap-2">
      {parts.map((part, place) => (
        <MessagePart key={`${place} ${part.kind}`} part={part} results={undefined} />
      ))}
    </div>
  );
}

interface MessagePartProps {
  part: Part;
  /** Results of tools by their calls; undefined to show only calls. */
  results: ReadonlyMap<Part, ToolResult> | undefined;
}

function MessagePart({ part, results }: MessagePartProps): ReactElement {
  switch (part.kind) {
    case "text":
      return <RichText>{part.text}</RichText>;
    case "thinking":
      return (
        <details>
          <summary className="text-soft cursor-pointer leading-6">Thinking</summary>
          <LongText>{part.text}</LongText>
        </details>
      );
    case "media":
      return <Media source={part.source} />;
    case "toolCall":
      return (
        <ToolCall
          name={part.name}
          given={part.arguments}
          result={results === undefined ? undefined : (results.get(part) ?? NO_RESULT)}
        />
      );
    case "toolResult":
      return <MessageParts parts={readResult(part.content)} />;
    case "other":
      break;
  }
  return <Value value={part.value} />;
}

function ToolCall({
  name,
  given,
  result,
}: {
  name: string;
  given: unknown;
  /** Undefined to leave out the place of the result. */
  result: ToolResult | typeof NO_RESULT | undefined;
}): ReactElement {
  return (
    <div className="border-line grid gap-x-4 gap-y-2 rounded-md border p-2 sm:grid-cols-2">
      <div className="min-w-0">
        <h4 className="text-green flex gap-1 text-xs font-semibold">
          calls <Text>{name}</Text>
        </h4>
        {given !== undefined && <Value value={given} />}
      </div>
      {result !== undefined && (
        <div className="min-w-0">
          <h4 className="text-soft text-xs font-semibold">result</h4>
          {result === NO_RESULT ? (
            <span className="text-soft">not in this observation</span>
          ) : (
            <MessageParts parts={readResult(result.content)} />
          )}
        </div>
      )}
    </div>
  );
}

function Value({ value }: { value: unknown }): ReactElement {
  return typeof value === "string" ? <RichText>{value}</RichText> : <JsonValue value={value} isOpen />;
}
