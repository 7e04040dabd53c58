import type { Model } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useModelMatch } from "../data/model-use.ts";
import { useProject } from "../data/project.tsx";
import { useSettled } from "../data/settled.ts";

/** Time after the last key from which on the match is read, in milliseconds. */
const TYPING_MS = 200;

/** Field that says which model's prices a name gets. */
export function ModelMatch(): ReactElement {
  const { id, api } = useProject();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed.trim(), TYPING_MS);
  const { data: modelId, error } = useModelMatch(name);
  const { data: model } = useQuery<Model>({
    queryKey: ["models", id, "one", modelId],
    queryFn: async () => api.models.get(modelId ?? ""),
    enabled: modelId != null,
  });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <input
        aria-label="Name to test"
        placeholder="Which prices has …"
        className="field w-48"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span role="status" className="min-w-0 break-words">
        {name !== "" && error !== null && <span className="text-red">{error.message.slice(0, 200)}</span>}
        {name !== "" && modelId === null && "No model matches: calls have no cost."}
        {name !== "" && modelId != null && model !== undefined && (
          <>
            matches <bdi className="font-semibold">{model.modelName.slice(0, 100)}</bdi> of{" "}
            {model.isSvcManaged ? "the service" : "this project"}
          </>
        )}
      </span>
    </div>
  );
}
