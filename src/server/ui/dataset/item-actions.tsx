import type { Dataset, DatasetItem } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { useProject } from "../data/project.tsx";
import { ItemDialog } from "./item-dialog.tsx";

/** Buttons of an item: edit, archive or restore, and delete. */
export function ItemActions({ dataset, item }: { dataset: Dataset; item: DatasetItem }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const onSuccess = async (): Promise<void> => queries.invalidateQueries({ queryKey: ["datasetItems", id] });
  const isArchived = item.status === "ARCHIVED";
  const archiving = useMutation({
    mutationFn: async () =>
      api.datasetItems.create({
        datasetName: dataset.name,
        id: item.id,
        status: isArchived ? "ACTIVE" : "ARCHIVED",
      }),
    onSuccess,
  });
  const deletion = useMutation({ mutationFn: async () => api.datasetItems.delete(item.id), onSuccess });
  return (
    <div className="flex flex-wrap gap-1.5">
      <button type="button" className="button" onClick={() => setEditing(true)}>
        Edit
      </button>
      <ActionButton action={archiving}>{isArchived ? "Restore" : "Archive"}</ActionButton>
      <ConfirmButton label="Delete" confirm="Delete item" action={deletion}>
        Versions of the dataset before now keep the item.
      </ConfirmButton>
      {isEditing && <ItemDialog dataset={dataset} item={item} onClose={() => setEditing(false)} />}
    </div>
  );
}
