import type { ObservationV2 } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { timeText } from "../components/format.ts";
import { LongText } from "../components/long-text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { TextArea } from "../components/text-area.tsx";
import { useNameOf } from "../data/authors.ts";
import { usePageList } from "../data/page-list.ts";
import { useProject } from "../data/project.tsx";
import { Section } from "./section.tsx";

/** Comments on an observation, for the root also those on the trace, and a form that adds one. */
export function Comments({ observation }: { observation: ObservationV2 }): ReactElement {
  const { id: projectId, api } = useProject();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const { id, traceId, parentObservationId } = observation;
  const own = usePageList(["comments", id], (page) =>
    api.comments.get({ ...page, objectType: "OBSERVATION", objectId: id }),
  );
  const ofTrace = usePageList(["comments", traceId ?? ""], (page) =>
    api.comments.get({ ...page, objectType: "TRACE", objectId: traceId ?? "" }),
  );
  const addition = useMutation({
    mutationFn: async () => api.comments.create({ projectId, objectType: "OBSERVATION", objectId: id, content: text }),
    onSuccess: async () => {
      setText("");
      await queries.invalidateQueries({ queryKey: ["comments", projectId] });
    },
  });
  const comments = [...own.rows, ...(parentObservationId === null ? ofTrace.rows : [])];
  const nameOf = useNameOf(comments.map(({ authorUserId }) => authorUserId));
  return (
    <Section title="Comments">
      <ul className="flex flex-col gap-2">
        {comments
          .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
          .map((comment) => (
            <li key={comment.id} className="border-line rounded-md border px-3 py-1.5">
              <p className="text-soft text-xs">
                {timeText(Date.parse(comment.createdAt))}
                {comment.objectType === "TRACE" && " on the trace"}
                {comment.authorUserId != null && <bdi> by {nameOf(comment.authorUserId)}</bdi>}
              </p>
              <LongText>{comment.content}</LongText>
            </li>
          ))}
      </ul>
      <Permitted change="POST /api/public/comments">
        <details className="mt-1">
          <summary className="text-link cursor-pointer leading-6">Add a comment</summary>
          <form
            aria-label="Add a comment"
            className="mt-1 flex flex-col items-start gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              addition.mutate();
            }}
          >
            <TextArea
              label="Comment"
              required
              maxLength={5_000}
              rows={3}
              className="field h-auto w-96 max-w-full py-1"
              value={text}
              onChange={setText}
            />
            <ActionButton action={{ ...addition, mutate: () => addition.mutate() }} type="submit" look="main">
              Add
            </ActionButton>
          </form>
        </details>
      </Permitted>
    </Section>
  );
}
