import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { installed } from "../application/installation.ts";

/** Identity provider for a service at one address. */
export interface TestProvider {
  readonly issuer: string;
  /** Folder with the packages that a service needs for the sign-in. */
  readonly folder: string;
  /** Secret of the service at the provider. */
  readonly clientSecret: string;
  /** Sets what the provider says of people beside their e-mail address. */
  tell(claims: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real identity provider for the service at this address. */
export async function startProvider(publicUrl: string): Promise<TestProvider> {
  const folder = await installed("sign-in");
  const program = join(import.meta.dirname, "identity-provider-child.ts");
  const child = fork(program, [folder, `${publicUrl}/sign-in/callback`, `${publicUrl}/`], { stdio: "pipe" });
  const [{ issuer }] = (await once(child, "message")) as [{ issuer: string }];
  return {
    issuer,
    folder,
    clientSecret: "a-secret-of-the-client-0123456789",
    async tell(claims) {
      child.send(claims);
      await once(child, "message");
    },
    async stop() {
      if (hasEnded(child)) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
