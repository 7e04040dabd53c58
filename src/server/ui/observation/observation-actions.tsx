import type { ObservationV2 } from "@svc/core/api";
import type { ReactElement } from "react";
import { Permitted } from "../components/permitted.tsx";
import { CopyButton } from "./copy-button.tsx";
import { DatasetItemDialog } from "./dataset-item-dialog.tsx";
import { PlaygroundLink } from "./playground-link.tsx";
import { readCommand } from "./read-command.ts";

/** Ways to take an observation elsewhere. */
export function ObservationActions({ observation }: { observation: ObservationV2 }): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PlaygroundLink observation={observation} />
      <CopyButton label="Copy as JSON" text={() => JSON.stringify(observation, null, 2)} />
      <CopyButton label="Copy as curl" text={() => readCommand(observation)} />
      <Permitted change="POST /api/public/dataset-items">
        <DatasetItemDialog observation={observation} />
      </Permitted>
    </div>
  );
}
