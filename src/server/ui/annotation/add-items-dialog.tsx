import type { AnnotationQueueObjectType } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { FormDialog } from "../components/form-dialog.tsx";
import { FormField } from "../components/form-field.tsx";
import { useProject } from "../data/project.tsx";

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
      <FormField label="Kind">
        {(attributes) => (
          <select
            {...attributes}
            className="field"
            value={objectType}
            onChange={({ target }) => setObjectType(target.value as AnnotationQueueObjectType)}
          >
            <option value="TRACE">Traces</option>
            <option value="OBSERVATION">Observations</option>
            <option value="SESSION">Sessions</option>
          </select>
        )}
      </FormField>
      <FormField label="Ids" hint="Separated by spaces or line breaks">
        {(attributes) => (
          <textarea
            {...attributes}
            required
            rows={6}
            className="field h-auto resize-y py-1 font-mono text-xs"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
