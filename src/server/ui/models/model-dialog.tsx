import type { Model } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { FormButtons } from "../components/dialog-buttons.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextArea } from "../components/text-area.tsx";
import { TextField } from "../components/text-field.tsx";
import { useProject } from "../data/project.tsx";
import { type ModelDraft, draftOf, newDraft, requestOf } from "./model-draft.ts";

interface ModelDialogProps {
  /** Text of the button that opens the dialog. */
  label: string;
  /** Model to change; undefined for a new one. */
  model?: Model;
  /** Name that a new model is for. */
  name?: string;
}

/** Button that opens the form of a model of the project, and the form. */
export function ModelDialog({ label, model, name }: ModelDialogProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState<ModelDraft>(newDraft());
  const action = useMutation({
    mutationFn: async () => {
      const request = requestOf(draft, model);
      return model === undefined ? api.models.create(request) : api.models.upsert(model.id, request);
    },
    onSuccess: async () => {
      dialog.current?.close();
      await queries.invalidateQueries({ queryKey: ["models", id] });
    },
  });
  const open = (): void => {
    setDraft(model === undefined ? newDraft(name) : draftOf(model));
    action.reset();
    dialog.current?.showModal();
  };
  const tiers = model?.pricingTiers.length ?? 1;
  return (
    <>
      <button type="button" className="button" onClick={open}>
        {label}
      </button>
      <Dialog
        ref={dialog}
        title={model === undefined ? "Model with prices of your own" : `Change ${model.modelName.slice(0, 60)}`}
      >
        <form
          className="flex w-[30rem] max-w-full flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            action.mutate();
          }}
        >
          <TextField
            label="Name"
            required
            value={draft.modelName}
            onChange={(modelName) => setDraft({ ...draft, modelName })}
          />
          <TextField
            label="Names of calls"
            hint="A regular expression. With (?i) in front, upper and lower case are the same."
            required
            className="field font-mono text-xs"
            value={draft.matchPattern}
            onChange={(matchPattern) => setDraft({ ...draft, matchPattern })}
          />
          <TextArea
            label="USD per million"
            hint={`A line for each kind of usage, such as input, output, input_cached_tokens.${tiers > 1 ? " The prices of other tiers stay as they are." : ""}`}
            required
            rows={4}
            className="field h-auto py-1 font-mono text-xs"
            value={draft.prices}
            onChange={(prices) => setDraft({ ...draft, prices })}
          />
          <FormButtons action={action} dialog={dialog}>
            Save
          </FormButtons>
        </form>
      </Dialog>
    </>
  );
}
