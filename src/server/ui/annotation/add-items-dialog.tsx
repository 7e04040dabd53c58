import type { AnnotationQueueObjectType } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ChoiceField } from "../components/choice-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { TextArea } from "../components/text-area.tsx";
import { useProject } from "../data/project.tsx";

const KINDS: ReadonlyArray<readonly [AnnotationQueueObjectType, string]> = [
  ["TRACE", "Traces"],
  ["OBSERVATION", "Observations"],
  ["SESSION", "Sessions"],
];

/** Form that adds objects to an annotation queue by their ids. */
export function AddItemsDialog({ queueId, onClose }: { queueId: string; onClose: () => void }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [objectType, setObjectType] = useState<AnnotationQueueObjectType>("TRACE");
  const [text, setText] = useState("");
  const objectIds = [...new Set(text.split(/\s+/).filter((part) => part !== ""))];
  const addition = useMutation({
    mutationFn: async () => {
      if (objectIds.length === 0) throw new Error("Enter at least one id");
      for (const objectId of objectIds) await api.annotationQueues.createQueueItem(queueId, { objectId, objectType });
    },
    onSuccess: onClose,
    onSettled: async () => queries.invalidateQueries({ queryKey: ["annotationQueue", id, queueId] }),
  });
  const confirm = objectIds.length === 1 ? "Add 1 item" : `Add ${objectIds.length} items`;
  return (
    <FormDialog title="Add items" confirm={confirm} action={addition} onClose={onClose}>
      <ChoiceField label="Kind" choices={KINDS} value={objectType} onChange={setObjectType} />
      <TextArea
        label="Ids"
        hint="Separated by spaces or line breaks"
        required
        rows={6}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}
