import { createRequire } from "node:module";
import { join } from "node:path";
import { installationFolder } from "../installations.ts";

/** Measured clients: this SDK's, or the peer's. */
export type ClientName = "svc" | "peer";

/** Clients with their names in tables. */
export const CLIENTS: ReadonlyArray<{ readonly name: string; readonly client: ClientName }> = [
  { name: "svc", client: "svc" },
  { name: "langfuse 5.11.1", client: "peer" },
];

/** Methods of a client that the benchmark uses. */
export interface Client {
  readonly score: { create(score: { traceId: string; name: string; value: number; comment: string }): void };
  readonly prompt: { get(name: string): Promise<{ compile(variables: Record<string, string>): string }> };
  shutdown(): Promise<unknown>;
}

type ClientClass = new (options: { publicKey: string; secretKey: string; baseUrl: string }) => Client;

const PACKAGES: Readonly<Record<ClientName, readonly [name: string, className: string]>> = {
  svc: ["@svc/client", "SvcClient"],
  peer: ["@langfuse/client", "LangfuseClient"],
};

/** Returns a client of the installation. */
export function createClient(client: ClientName, baseUrl: string): Client {
  const load = createRequire(join(installationFolder("client"), "package.json"));
  const [name, className] = PACKAGES[client];
  const Class = (load(name) as Record<string, ClientClass>)[className]!;
  return new Class({ publicKey: "pk-bench", secretKey: "sk-bench", baseUrl });
}
