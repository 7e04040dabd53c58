import * as settings from "@svc/core/internal/settings";
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { OPEN_OPTION } from "../api/local-access.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import type { Records, Statement } from "../storage/records.ts";
import { retryOnConflict } from "../storage/retry-on-conflict.ts";
import { createKeyPair, insertApiKey } from "../resources/api-keys.ts";
import { findProjectByName, insertProject } from "../resources/projects.ts";
import { type Command, note, say, withDocuments } from "./command.ts";

const HELP = `Usage: svc-server keys [options]

Creates a key pair and prints it. The secret key is not stored and cannot be shown again.

  --data DIR      data directory of the service (default: the directory of this user)
  --project NAME  project of the key pair, created if needed (default "${LOCAL_PROJECT.name}")
  --organization  create a key pair of the organization instead, which manages projects, keys and members
  --note TEXT     note to store with the key pair
`;

const OPTIONS = {
  data: { type: "string" },
  project: { type: "string", default: LOCAL_PROJECT.name },
  organization: { type: "boolean", default: false },
  note: { type: "string" },
} as const;

const NEEDED_NOW = `the local project now needs a key pair on this machine, too, unless its service is started with ${OPEN_OPTION}`;

/** Command that creates a key pair. */
export const keysCommand: Command = { help: HELP, run: makeKeys };

async function makeKeys(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const keys = createKeyPair();
  await withDocuments(values.data, async (records) =>
    retryOnConflict(async () => {
      const project = values.organization ? undefined : await projectNamed(records, values.project.trim());
      const key = insertApiKey(keys, project?.id ?? null, values.note ?? null);
      await records.write([...(project?.creation ?? []), key.statement]);
    }),
  );
  note(NEEDED_NOW);
  say(`${settings.publicKey.variables[0]}=${keys.publicKey}\n`);
  say(`${settings.secretKey.variables[0]}=${keys.secretKey}\n`);
}

/** Returns the id of the project of this name, with the statement that creates the project if there is none. */
async function projectNamed(records: Records, name: string): Promise<{ id: string; creation: Statement[] }> {
  const found = await findProjectByName(records, name);
  if (found) return { id: found.id, creation: [] };
  if (name === "") throw new Error("--project: the name is empty. Give the name of a project.");
  const [id, now] = [randomUUID(), Date.now()];
  const project = { id, name, metadata: {}, retentionDays: null, createdAt: now, updatedAt: now };
  return { id, creation: [insertProject(project)] };
}
