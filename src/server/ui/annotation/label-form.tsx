import type { AnnotationQueueItem, ScoreConfig } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { KeysDialog } from "../components/keys-dialog.tsx";
import { useProject } from "../data/project.tsx";
import { type GivenValues, completeItem } from "./item-scores.ts";
import { LABEL_KEYS, type LabelMoves } from "./label-keys.ts";
import { useItemObservation } from "./object-content.tsx";
import { ScoreField, choicesOf } from "./score-field.tsx";

interface LabelFormProps {
  item: AnnotationQueueItem;
  configs: readonly ScoreConfig[];
  stored: GivenValues;
  /** Goes to the next item that is to be labelled. */
  onNextPending: () => void;
  onMove: (step: 1 | -1) => void;
}

/** Keys with which a number begins. */
const BEGINS_NUMBER = /^[\d.-]$/;

/** Scores of an item, filled in with the mouse or with keys. The keys count while the focus is in the form. */
export function LabelForm({ item, configs, stored, onNextPending, onMove }: LabelFormProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const { data: observation } = useItemObservation(item);
  const [values, setValues] = useState(stored);
  const [place, setPlace] = useState(0);
  const form = useRef<HTMLElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const fields = useRef(new Map<string, HTMLInputElement>());
  const current = configs[place];
  useEffect(() => form.current?.focus({ preventScroll: true }), []);
  const completion = useMutation({
    mutationFn: async () => completeItem(api, item, configs, { before: stored, after: values }, observation),
    onSuccess: async () => {
      onNextPending();
      await queries.invalidateQueries({ queryKey: ["annotationQueue", id, item.queueId] });
      await queries.invalidateQueries({ queryKey: ["annotatedValues", id, item.id] });
      await queries.invalidateQueries({ queryKey: ["scores", id] });
    },
  });
  const set = (configId: string, value: string | undefined): void => {
    const { [configId]: _, ...others } = values;
    setValues(value === undefined ? others : { ...others, [configId]: value });
  };
  const moveScore = (step: 1 | -1): void => setPlace(Math.max(0, Math.min(configs.length - 1, place + step)));
  const currentField = (): HTMLInputElement | undefined => fields.current.get(current?.id ?? "");
  const complete = (): void => {
    const wrong = [...fields.current.values()].find((field) => !field.checkValidity());
    if (wrong !== undefined) wrong.reportValidity();
    else if (!completion.isPending) completion.mutate();
  };
  const moves: LabelMoves = {
    chooseValue: (number) => {
      const choice = current && choicesOf(current)?.[number - 1];
      if (current === undefined || choice === undefined) return;
      set(current.id, choice[0]);
      moveScore(1);
    },
    clearValue: () => current && set(current.id, undefined),
    enterValue: () => currentField()?.focus(),
    moveScore,
    complete,
    skip: onNextPending,
    moveItem: onMove,
    showKeys: () => keys.current?.showModal(),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || keys.current?.open) return;
    if (target instanceof HTMLInputElement) {
      // A field keeps its keys. Enter and Escape leave it.
      if (key !== "Enter" && key !== "Escape") return;
      form.current?.focus();
      if (key === "Enter") moveScore(1);
      return;
    }
    if (current?.dataType === "NUMERIC" && BEGINS_NUMBER.test(key)) {
      // The browser types the key there, in place of what was entered before.
      currentField()?.focus();
      currentField()?.select();
      return;
    }
    const found = LABEL_KEYS.find((each) => each.keys.includes(key));
    if (found === undefined) return;
    event.preventDefault();
    found.move(moves, key);
  };
  return (
    <section
      ref={form}
      aria-label="Scores of the item"
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 rounded-lg p-4 -outline-offset-4"
    >
      {configs.map((config, index) => (
        <ScoreField
          key={config.id}
          ref={(element) => {
            if (element === null) fields.current.delete(config.id);
            else fields.current.set(config.id, element);
          }}
          config={config}
          value={values[config.id]}
          isCurrent={index === place}
          onChange={(value) => set(config.id, value)}
          onCurrent={() => setPlace(index)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton action={{ ...completion, mutate: complete }} look="main">
          Complete
        </ActionButton>
        <button type="button" className="button" onClick={onNextPending}>
          Skip
        </button>
        <button type="button" className="button" aria-label="Show the keys" onClick={moves.showKeys}>
          ?
        </button>
      </div>
      <KeysDialog ref={keys} keys={LABEL_KEYS} />
    </section>
  );
}
