import type { Prompt } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { Link, useLocation } from "wouter";
import { ActionButton } from "../components/action-button.tsx";
import { TextArea } from "../components/text-area.tsx";
import { TextField } from "../components/text-field.tsx";
import { PLACEHOLDER } from "../conversation/edited-message.ts";
import { MessageListEditor, rowsOf } from "../conversation/message-list-editor.tsx";
import { useProject } from "../data/project.tsx";
import { PRODUCTION } from "../prompts/label-badges.tsx";
import { promptAddress, promptsAddress } from "../prompts/prompt-addresses.ts";
import { type DraftProblems, type PromptDraft, draftOf, problemsOf, requestOf } from "./prompt-draft.ts";

const ROLES = ["system", "user", "assistant", PLACEHOLDER];

/** Form for the version after `base`, or for a new prompt. A prompt that exists keeps its name and type. */
export function PromptForm({ base }: { base: Prompt | undefined }): ReactElement {
  const project = useProject();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => draftOf(base));
  const set = (changed: Partial<PromptDraft>): void => setDraft({ ...draft, ...changed });
  const [isChecked, setChecked] = useState(false);
  const problems = problemsOf(draft);
  // What is not filled in yet is no problem before the form is sent.
  const shown: DraftProblems = isChecked ? problems : { config: problems.config };
  const creation = useMutation({
    mutationFn: async () => project.api.prompts.create(requestOf(draft)),
    onSuccess: async ({ name, version }) => {
      await queries.invalidateQueries({ queryKey: ["prompts", project.id] });
      await queries.invalidateQueries({ queryKey: ["prompt", project.id, name] });
      navigate(promptAddress(project, name, version));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(problems).every((problem) => problem === undefined) && !creation.isPending) creation.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Prompt" className="flex max-w-4xl flex-col gap-4">
      {base === undefined && (
        <TextField
          label="Name"
          problem={shown.name}
          hint="Slashes make folders: support/greeting"
          value={draft.name}
          onChange={(name) => set({ name })}
        />
      )}
      {base === undefined && (
        <fieldset className="flex flex-wrap gap-4">
          <legend className="text-soft mb-1 text-xs font-semibold">Type</legend>
          {(["text", "chat"] as const).map((type) => (
            <label key={type} className="flex items-center gap-1.5">
              <input type="radio" name="type" checked={draft.type === type} onChange={() => set({ type })} />
              {type === "text" ? "Text" : "Chat messages"}
            </label>
          ))}
        </fieldset>
      )}
      {draft.type === "text" ? (
        <TextArea
          label="Text"
          problem={shown.text}
          hint="Variables stand in two braces: {{name}}"
          dir="auto"
          rows={Math.max(rowsOf(draft.text), 8)}
          value={draft.text}
          onChange={(text) => set({ text })}
        />
      ) : (
        <div>
          <MessageListEditor messages={draft.messages} onChange={(messages) => set({ messages })} roles={ROLES} />
          {shown.messages !== undefined && (
            <p role="alert" className="text-red mt-1">
              {shown.messages}
            </p>
          )}
        </div>
      )}
      <TextArea
        label="Config (JSON)"
        problem={shown.config}
        hint="What else the application needs, such as a model"
        rows={rowsOf(draft.config)}
        value={draft.config}
        onChange={(config) => set({ config })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Labels"
          problem={shown.labels}
          hint={`Separated by commas. ${PRODUCTION}: applications that name no version use this one at once`}
          value={draft.labels}
          onChange={(labels) => set({ labels })}
        />
        <TextField
          label="Tags"
          hint="Separated by commas, for all versions"
          value={draft.tags}
          onChange={(tags) => set({ tags })}
        />
      </div>
      <TextField
        label="What changed"
        maxLength={500}
        value={draft.commitMessage}
        onChange={(commitMessage) => set({ commitMessage })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton action={creation} type="submit" look="main">
          {base === undefined ? "Create prompt" : "Create version"}
        </ActionButton>
        <Link
          href={base === undefined ? promptsAddress(project) : promptAddress(project, base.name, base.version)}
          className="button"
        >
          Cancel
        </Link>
      </div>
    </form>
  );
}
