import { DEFAULT_BASE_URL } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import type { ReactElement } from "react";
import { credentialLines } from "../../commands/credential-lines.ts";
import { LOCAL_PROJECT } from "../../storage/local-project.ts";
import { useProject } from "../data/project.tsx";

/** Help for a project without traces: the next command. */
export function FirstSteps(): ReactElement {
  const { id } = useProject();
  return (
    <div className="mx-auto w-full max-w-2xl p-8">
      <h2 className="mb-2 text-lg font-semibold">Nothing has arrived yet</h2>
      <p className="mb-3">
        Start your application like this, in its own folder. Its traces appear here by themselves: no need to load the
        page again.
      </p>
      <pre className="bg-panel border-line mb-3 overflow-x-auto rounded-md border p-3 font-mono text-xs" tabIndex={0}>
        {commands(id).join("\n")}
      </pre>
      <p className="text-soft">
        {id === LOCAL_PROJECT.id
          ? "Everyone knows these keys. They open the service to this machine only."
          : "Put the key pair of this project in place of the dots."}
      </p>
    </div>
  );
}

function commands(projectId: string): string[] {
  const keys =
    projectId === LOCAL_PROJECT.id
      ? credentialLines()
      : [settings.publicKey, settings.secretKey].map(({ variables }) => `${variables[0]}=…`);
  const isDefault = [DEFAULT_BASE_URL, DEFAULT_BASE_URL.replace("localhost", "127.0.0.1")].includes(location.origin);
  const address = isDefault ? [] : [`${settings.baseUrl.variables[0]}=${location.origin}`];
  const exports = [...keys, ...address].map((line) => `export ${line}`);
  return ["npm install @svc/register", ...exports, "node --import @svc/register app.js"];
}
