import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Link, useSearch } from "wouter";
import { ActionButton } from "../components/action-button.tsx";
import { Permitted } from "../components/permitted.tsx";
import { Text } from "../components/text.tsx";
import { TextField } from "../components/text-field.tsx";
import { changeLocal, readLocal } from "../data/local-api.ts";
import { useProject } from "../data/project.tsx";

interface View {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** Views of the project, each as a link, and the form that keeps the list as it is. */
export function SavedViewList({ onClose }: { onClose: () => void }): ReactElement {
  const project = useProject();
  const { data: views = [], error } = useQuery({
    queryKey: ["views", project.id],
    queryFn: async () => (await readLocal<{ data: readonly View[] }>(project, "views")).data,
  });
  return (
    <>
      {error !== null && <p className="text-red mb-3">{error.message}</p>}
      <ul className="mb-4 flex max-h-96 w-96 max-w-full flex-col gap-1 overflow-auto">
        {views.map((view) => (
          <li key={view.id} className="flex min-w-0 items-center gap-2">
            <Link
              href={`${project.path}/traces?${view.address}`}
              className="text-link flex min-w-0 flex-1 hover:underline"
              onClick={onClose}
            >
              <Text>{view.name}</Text>
            </Link>
            <Permitted change="DELETE /api/local/views/:viewId">
              <DeleteView view={view} />
            </Permitted>
          </li>
        ))}
      </ul>
      <Permitted change="POST /api/local/views">
        <SaveForm />
      </Permitted>
    </>
  );
}

function DeleteView({ view: { id, name } }: { view: View }): ReactElement {
  const project = useProject();
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: async () => changeLocal(project, "DELETE", `views/${encodeURIComponent(id)}`),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ["views", project.id] }),
  });
  return (
    <ActionButton action={deletion}>
      Delete<span className="sr-only"> {name}</span>
    </ActionButton>
  );
}

/** Form that keeps the list as it is. A view with the name is replaced. */
function SaveForm(): ReactElement {
  const project = useProject();
  const queries = useQueryClient();
  const address = useSearch();
  const [name, setName] = useState("");
  const saving = useMutation({
    mutationFn: async () => changeLocal(project, "POST", "views", { name, address: location.search.slice(1) }),
    onSuccess: async () => {
      setName("");
      await queries.invalidateQueries({ queryKey: ["views", project.id] });
    },
  });
  return (
    <form
      className="mb-4 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate();
      }}
    >
      <TextField label="Name" required value={name} onChange={setName} />
      <ActionButton action={saving} type="submit" look="main">
        {address === "" ? "Save the plain list" : "Save this list"}
      </ActionButton>
    </form>
  );
}
