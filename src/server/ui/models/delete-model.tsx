import type { Model } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { useProject } from "../data/project.tsx";

/** Button that deletes a model of the project. */
export function DeleteModel({ model }: { model: Model }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: async () => api.models.delete(model.id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ["models", id] }),
  });
  return (
    <ConfirmButton label="Delete" confirm="Delete the model" action={action}>
      Calls that arrive from now on get no prices from <bdi>{model.modelName.slice(0, 100)}</bdi>. Costs that are stored
      stay.
    </ConfirmButton>
  );
}
