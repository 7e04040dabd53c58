import type { ReactElement } from "react";
import { TextArea } from "../components/text-area.tsx";
import { PLACEHOLDER } from "../conversation/edited-message.ts";
import { variablesOf } from "../prompt/template-variables.ts";
import type { PlaygroundDraft } from "./playground-draft.ts";

interface VariableFieldsProps {
  draft: PlaygroundDraft;
  onChange: (changed: Partial<PlaygroundDraft>) => void;
}

/** Values of the variables in the messages, and messages for the placeholders. */
export function VariableFields({ draft, onChange }: VariableFieldsProps): ReactElement | null {
  const { variables, placeholders } = variablesOf(
    draft.messages.map(({ role, text }) =>
      role === PLACEHOLDER ? { type: PLACEHOLDER, name: text } : { role, content: text },
    ),
  );
  if (variables.length === 0 && placeholders.length === 0) return null;
  const field = (name: string, label: string, hint?: string): ReactElement => (
    <TextArea
      key={label}
      label={label}
      hint={hint}
      dir="auto"
      rows={2}
      className="field h-auto resize-y py-1"
      value={draft.values[name] ?? ""}
      onChange={(text) => onChange({ values: { ...draft.values, [name]: text } })}
    />
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">Values</legend>
      {variables.map((name) => field(name, name))}
      {placeholders.map((name) => field(name, `messages of ${name}`, 'JSON: [{ "role": "user", "content": "…" }]'))}
    </fieldset>
  );
}
