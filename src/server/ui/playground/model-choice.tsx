import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ChoiceField } from "../components/choice-field.tsx";
import { FormField } from "../components/form-field.tsx";
import { Problem } from "../components/problem.tsx";
import type { Connection } from "../data/playground.ts";
import type { PlaygroundDraft } from "./playground-draft.ts";

interface ModelChoiceProps {
  connections: UseQueryResult<readonly Connection[]>;
  chosen: Connection | undefined;
  draft: PlaygroundDraft;
  onChange: (changed: Partial<PlaygroundDraft>) => void;
}

/** Choice of a connection and of one of its models. Says what is missing to use the connection. */
export function ModelChoice({ connections, chosen, draft, onChange }: ModelChoiceProps): ReactElement {
  const { data = [], error, refetch, isPending } = connections;
  return (
    <div aria-busy={isPending} className="grid gap-3 sm:grid-cols-2">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <ChoiceField
        label="Connection"
        problem={chosen?.problem ?? undefined}
        choices={data.map(
          ({ name, problem }) => [name, `${name.slice(0, 100)} ${problem === null ? "" : "(not ready)"}`] as const,
        )}
        value={draft.connection}
        onChange={(connection) => onChange({ connection })}
      />
      <FormField label="Model">
        {(attributes) => (
          <>
            <input
              {...attributes}
              className="field"
              list="models"
              value={draft.model}
              onChange={({ target }) => onChange({ model: target.value })}
            />
            <datalist id="models">
              {chosen?.models.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
    </div>
  );
}
