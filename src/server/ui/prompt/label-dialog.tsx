import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { FormButtons } from "../components/dialog-buttons.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormField } from "../components/form-field.tsx";
import type { VersionMeta } from "../data/prompt-history.ts";
import { useProject } from "../data/project.tsx";
import { LATEST, PRODUCTION } from "../prompts/label-badges.tsx";

interface LabelDialogProps {
  name: string;
  version: number;
  versions: readonly VersionMeta[];
}

/** Form of a label, as the API takes it. */
const LABEL = /^[a-z0-9_.-]{1,36}$/;

/** Button that gives a label to a version. A label that another version has, or that applications use, has to be confirmed. */
export function LabelDialog({ name, version, versions }: LabelDialogProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const [label, setLabel] = useState(PRODUCTION);
  const [isConfirmed, setConfirmed] = useState(false);
  const holder = versions.find(({ labels }) => labels.includes(label));
  const needsConfirmation = label === PRODUCTION || holder !== undefined;
  const change = useMutation({
    mutationFn: async () => api.promptVersion.update(name, version, { newLabels: [label] }),
    onSuccess: async () => {
      dialog.current?.close();
      await queries.invalidateQueries({ queryKey: ["prompts", id] });
      await queries.invalidateQueries({ queryKey: ["prompt", id, name] });
    },
  });
  const known = [...new Set([PRODUCTION, ...versions.flatMap(({ labels }) => labels)])].filter((one) => one !== LATEST);
  const problem = problemOf(label, holder?.version === version);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === undefined && (isConfirmed || !needsConfirmation)) change.mutate();
  };
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          change.reset();
          setConfirmed(false);
          dialog.current?.showModal();
        }}
      >
        Set label
      </button>
      <Dialog ref={dialog} title={`Label for version ${version}`}>
        <form onSubmit={submit} className="flex flex-col gap-3">
          <FormField
            label="Label"
            problem={problem}
            hint="A version can have several labels, a label is at one version."
          >
            {(attributes) => (
              <>
                <input
                  {...attributes}
                  className="field"
                  list="known-labels"
                  value={label}
                  onChange={({ target }) => {
                    setLabel(target.value);
                    setConfirmed(false);
                  }}
                />
                <datalist id="known-labels">
                  {known.map((one) => (
                    <option key={one} value={one} />
                  ))}
                </datalist>
              </>
            )}
          </FormField>
          {problem === undefined && needsConfirmation && (
            <label className="flex items-start gap-2">
              <input
                type="checkbox"
                required
                checked={isConfirmed}
                onChange={({ target }) => setConfirmed(target.checked)}
                className="mt-1"
              />
              <span>{question(label, version, holder)}</span>
            </label>
          )}
          <FormButtons action={change} dialog={dialog}>
            {holder === undefined ? "Set label" : "Move label"}
          </FormButtons>
        </form>
      </Dialog>
    </>
  );
}

function problemOf(label: string, isHere: boolean): string | undefined {
  if (label === LATEST) return "latest is always at the newest version";
  if (!LABEL.test(label)) return "Up to 36 of a to z, 0 to 9, - _ and . are expected";
  return isHere ? "This version has the label already" : undefined;
}

function question(label: string, version: number, holder: VersionMeta | undefined): string {
  const move = holder === undefined ? "" : `Move ${label} from version ${holder.version} to version ${version}. `;
  const asked =
    label === PRODUCTION
      ? "Applications that name no version use this one from then on, within a minute."
      : `Applications that ask for ${label} use this version from then on, within a minute.`;
  return move + asked;
}
