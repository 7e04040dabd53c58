import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { GenericContainer, type StartedTestContainer } from "testcontainers";
import { describe, inject, type SuiteAPI } from "vitest";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** Base image: the one that the Dockerfiles name, or the replacement that `podman.sh` has made. */
export const NODE_IMAGE: string = process.env["TEST_NODE_IMAGE"] ?? "node:24-bookworm-slim";
export const BUSYBOX_IMAGE: string = process.env["TEST_BUSYBOX_IMAGE"] ?? "busybox:1.37-musl";
export const MUSL_NODE_IMAGE: string = process.env["TEST_MUSL_NODE_IMAGE"] ?? "node:24-alpine";

/** `describe`, skipped when no engine answers, which `engine-setup.ts` reports. */
export const describeWithEngine: SuiteAPI | SuiteAPI["skip"] = inject("engine") ? describe : describe.skip;

/** Runs `docker` from the root of the repository and returns its output. An error contains the text on stderr. */
export async function docker(...args: readonly string[]): Promise<string> {
  return (await dockerOutput(...args)).stdout.trim();
}

/** Runs `docker` from the root of the repository and returns both of its outputs. */
export async function dockerOutput(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return run("docker", args, { cwd: ROOT, maxBuffer: 1 << 28 });
}

/** Options of a build. */
export interface BuildOptions {
  /** Folder that the Dockerfile copies from; by default the root of the repository. */
  context?: string;
  /** Build arguments, in addition to the base images. */
  args?: Readonly<Record<string, string>>;
}

/**
 * Builds a Dockerfile as a user does and returns the image's name, `svc-test/NAME`. The engine caches builds of the same files,
 * so each test file can build the images it needs.
 */
export async function buildImage(name: string, dockerfile: string, options: BuildOptions = {}): Promise<string> {
  const image = `svc-test/${name}`;
  const args = { NODE_IMAGE, BUSYBOX_IMAGE, ...options.args };
  await docker(
    "build",
    ...Object.entries(args).flatMap(([argument, value]) => ["--build-arg", `${argument}=${value}`]),
    "--file",
    dockerfile,
    "--tag",
    image,
    options.context ?? ".",
  );
  return image;
}

/**
 * Returns a container of an image, to be configured and started by `testcontainers`. It uses the host's network: both sides
 * reach each other at 127.0.0.1, and its services need free ports.
 */
export function containerOf(image: string): HostContainer {
  return new HostContainer(image).withNetworkMode("host");
}

class HostContainer extends GenericContainer {
  /** Makes the root file system read-only; only volumes are writable. */
  withReadOnlyRoot(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this;
  }
}

/** Exit code and output of a container's process. */
export interface ContainerEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits until a container has ended by itself, then removes it. */
export async function endOf(container: StartedTestContainer): Promise<ContainerEnd> {
  const id = container.getId();
  const exitCode = Number(await docker("wait", id));
  const { stdout, stderr } = await dockerOutput("logs", id);
  await docker("rm", "--volumes", id);
  return { exitCode, stdout, stderr };
}

/** Stops a container as `docker stop` does: SIGTERM, then SIGKILL after this many seconds. */
export async function stop(container: StartedTestContainer, seconds = 10): Promise<ContainerEnd> {
  await docker("stop", "-t", String(seconds), container.getId());
  return endOf(container);
}

/** Empty volume. Its name is the source of a bind mount. Remove it after its containers. */
export interface Volume {
  readonly name: string;
  remove(): Promise<void>;
}

export async function createVolume(): Promise<Volume> {
  const name = `svc-test-${randomUUID()}`;
  await docker("volume", "create", name);
  return {
    name,
    async remove() {
      await docker("volume", "rm", name);
    },
  };
}
