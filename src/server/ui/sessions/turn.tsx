import type { Message } from "@svc/core/internal/messages";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useRef } from "react";
import { Link } from "wouter";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { Conversation } from "../conversation/conversation.tsx";
import { useIsNear } from "../data/is-near.ts";
import { useProject } from "../data/project.tsx";
import type { TraceSummary } from "../data/trace-summary.ts";
import { type TurnContent, readTurn } from "../data/turn-content.ts";

/** Trace as a turn of the conversation of its session. Its contents are read when it comes near the window. */
export function Turn({ trace }: { trace: TraceSummary }): ReactElement {
  const { id, api } = useProject();
  const element = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(element);
  const { data, error, isLoading, refetch } = useQuery({
    // A trace with more observations may have another answer.
    queryKey: ["turn", id, trace.traceId, trace.observations],
    queryFn: async () => readTurn(api, trace.traceId),
    enabled: isNear,
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  return (
    <li ref={element} className="min-h-24" aria-busy={isLoading}>
      <TurnHead trace={trace} />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data && <Content content={data} />}
    </li>
  );
}

function TurnHead({ trace }: { trace: TraceSummary }): ReactElement {
  const { path } = useProject();
  const { traceId, name, startTime, latency, tokens, cost, errors } = trace;
  const facts = [durationText(latency), tokens > 0 && `${countText(tokens)} tokens`, costText(cost)];
  return (
    <div className="text-soft mb-1 flex flex-wrap gap-x-3 tabular-nums">
      <time dateTime={new Date(startTime).toISOString()}>{timeText(startTime)}</time>
      <h2 className="flex max-w-full min-w-0 font-medium">
        <Link href={`${path}/traces/${encodeURIComponent(traceId)}`} className="text-link flex min-w-0 hover:underline">
          <Text>{name || "unnamed"}</Text>
        </Link>
      </h2>
      <span>{facts.filter((fact) => fact !== false && fact !== "").join(" · ")}</span>
      {errors > 0 && <strong className="text-red">{countText(errors)} failed</strong>}
    </div>
  );
}

function Content({ content: { asked, steps, toolCalls, answered } }: { content: TurnContent }): ReactElement {
  const isEmpty = asked.length === 0 && steps.length === 0 && answered.length === 0;
  return (
    <div className="flex flex-col gap-2">
      {isEmpty && <p className="text-soft">No observation of this trace has an input or output.</p>}
      <Side title="Question" messages={asked} />
      {steps.length > 0 && (
        <details>
          <summary className="text-soft cursor-pointer leading-6">
            <h3 className="inline">
              {toolCalls === 0 ? "Steps" : `${toolCalls} tool ${toolCalls === 1 ? "call" : "calls"}`}
            </h3>
          </summary>
          <Conversation messages={steps} />
        </details>
      )}
      <Side title="Answer" messages={answered} />
    </div>
  );
}

function Side({ title, messages }: { title: string; messages: readonly Message[] }): ReactElement | null {
  return messages.length === 0 ? null : (
    <div>
      <h3 className="sr-only">{title}</h3>
      <Conversation messages={messages} />
    </div>
  );
}
