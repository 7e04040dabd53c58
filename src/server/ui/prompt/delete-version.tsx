import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { useProject } from "../data/project.tsx";
import { LATEST } from "../prompts/label-badges.tsx";
import { promptAddress } from "../prompts/prompt-addresses.ts";

interface DeleteVersionProps {
  name: string;
  version: number;
  labels: readonly string[];
}

/** Button that deletes one version of a prompt, after a question. */
export function DeleteVersion({ name, version, labels }: DeleteVersionProps): ReactElement {
  const project = useProject();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const removal = useMutation({
    mutationFn: async () => project.api.prompts.delete(name, { version }),
    onSuccess: async () => {
      navigate(promptAddress(project, name));
      await queries.invalidateQueries({ queryKey: ["prompts", project.id] });
      await queries.invalidateQueries({ queryKey: ["prompt", project.id, name] });
    },
  });
  const lost = labels.filter((label) => label !== LATEST);
  return (
    <ConfirmButton label="Delete version" confirm={`Delete version ${version}`} action={removal}>
      <p>Version {version} cannot be brought back.</p>
      {lost.length > 0 && (
        <p className="text-red mt-2">
          Applications ask for it by the label {lost.join(", ")}: they get an error, or their fallback. Move the label
          to another version first.
        </p>
      )}
    </ConfirmButton>
  );
}
