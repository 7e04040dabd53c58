import * as settings from "@svc/core/internal/settings";
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { StatementRunner } from "../storage/statement-runner.ts";
import { inTransaction } from "../storage/sqlite/transaction.ts";
import { createKeyPair, insertApiKey } from "../stores/api-keys.ts";
import { insertProject } from "../stores/projects.ts";
import { type Command, say, withDatabase } from "./command.ts";

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

/** Command that creates a key pair. */
export const keysCommand: Command = { help: HELP, run: makeKeys };

async function makeKeys(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const keys = createKeyPair();
  await withDatabase(values.data, (database) => {
    inTransaction(database, () => {
      const projectId = values.organization ? null : projectNamed(database, values.project.trim());
      new StatementRunner(database).run([insertApiKey(keys, projectId, values.note ?? null).statement]);
    });
  });
  say(`${settings.publicKey.variables[0]}=${keys.publicKey}\n`);
  say(`${settings.secretKey.variables[0]}=${keys.secretKey}\n`);
}

function projectNamed(database: DatabaseSync, name: string): string {
  const found = database.prepare("SELECT id FROM projects WHERE name = ?").get(name);
  if (found) return String(found["id"]);
  if (name === "") throw new Error("--project: the name is empty. Give the name of a project.");
  const [id, now] = [randomUUID(), Date.now()];
  const project = { id, name, metadata: {}, retentionDays: null, createdAt: now, updatedAt: now };
  new StatementRunner(database).run([insertProject(project)]);
  return id;
}
