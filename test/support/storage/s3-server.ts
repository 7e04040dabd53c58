import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { freePort } from "../http/free-port.ts";

const BUCKET = "media-of-tests";
const KEYS = { AWS_ACCESS_KEY_ID: "tests", AWS_SECRET_ACCESS_KEY: "secret-of-tests" };
const REGION = "eu-central-1";
/** Exit code of the builder on a machine without Go. */
const NEEDS_GO = 3;

const BUILDER = join(import.meta.dirname, "s3-server.sh");

/** S3-compatible server in a process of its own, with one bucket. */
export interface S3Server {
  readonly url: string;
  /** Environment for AWS's SDK, and the address of the bucket for the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns true when the bucket has an object with this key. */
  has(key: string): boolean;
  close(): Promise<void>;
}

/** Returns the path of the server's program, which is built if needed; or the reason why it cannot be had. */
export async function s3Program(): Promise<{ program: string } | { missing: string }> {
  try {
    return { program: (await promisify(execFile)(BUILDER)).stdout.trim() };
  } catch (error) {
    const { code, message, stderr = "" } = error as Error & { code?: unknown; stderr?: string };
    // A build that fails is no reason to leave its tests out.
    if (code !== NEEDS_GO) throw error;
    return { missing: stderr.trim() || message };
  }
}

/** Starts the server on a free port. Closing it deletes its data. */
export async function startS3Server(program: string): Promise<S3Server> {
  const data = await mkdtemp(join(tmpdir(), "svc-s3-"));
  const [root, attributes] = [join(data, "buckets"), join(data, "attributes")];
  await mkdir(join(root, BUCKET), { recursive: true });
  // Not every file system keeps what the server knows of an object beside its file.
  await mkdir(attributes);
  const address = `127.0.0.1:${await freePort()}`;
  const keys = ["--access", KEYS.AWS_ACCESS_KEY_ID, "--secret", KEYS.AWS_SECRET_ACCESS_KEY];
  const options = [...keys, "--port", address, "--region", REGION, "posix", "--sidecar", attributes, root];
  const child = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await isListening(child.stdout);
  return {
    url: `http://${address}`,
    env: { ...KEYS, AWS_REGION: REGION, AWS_ENDPOINT_URL_S3: `http://${address}`, SVC_MEDIA_URL: `s3://${BUCKET}/svc` },
    has: (key) => existsSync(join(root, BUCKET, "svc", key)),
    async close() {
      child.kill();
      await ended;
      await rm(data, { recursive: true });
    },
  };
}

/** Resolves when the server says that it listens. Rejects when it ends before. */
async function isListening(stdout: Readable): Promise<void> {
  for await (const line of createInterface(stdout)) {
    if (!line.includes("listening on")) continue;
    stdout.resume();
    return;
  }
  throw new Error("The S3-compatible server ended before it was listening; see its message above.");
}
