import type { ReactElement } from "react";
import { TextArea } from "../components/text-area.tsx";
import { TextField } from "../components/text-field.tsx";
import { rowsOf } from "../conversation/message-list-editor.tsx";
import type { PlaygroundDraft } from "./playground-draft.ts";

interface ParameterFieldsProps {
  draft: PlaygroundDraft;
  onChange: (changed: Partial<PlaygroundDraft>) => void;
}

const NUMBERS = [
  ["temperature", "Temperature"],
  ["topP", "Top P"],
  ["maxTokens", "Most tokens"],
] as const;

const JSON_TEXTS = [
  ["tools", "Tools (JSON)", 'A list: [{ "name": "…", "description": "…", "parameters": { … } }]'],
  ["extra", "Further fields (JSON)", "Fields of the provider's own request, such as reasoning_effort"],
] as const;

/** Parameters of a call. Empty ones are those that the provider has by default. */
export function ParameterFields({ draft, onChange }: ParameterFieldsProps): ReactElement {
  return (
    <>
      <div className="grid grid-cols-3 gap-3">
        {NUMBERS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            inputMode="decimal"
            placeholder="default"
            value={draft[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        ))}
      </div>
      {JSON_TEXTS.map(([name, label, hint]) => (
        <details key={name} open={draft[name] !== ""}>
          <summary className="text-soft cursor-pointer">{label}</summary>
          <TextArea
            label={label}
            hint={hint}
            rows={rowsOf(draft[name])}
            value={draft[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        </details>
      ))}
    </>
  );
}
