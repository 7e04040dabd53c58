import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { GenericContainer, type StartedTestContainer } from "testcontainers";
import { describe, inject, type SuiteAPI } from "vitest";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** Base images: the ones that the Dockerfiles name, or what `podman.sh` has made in their place. */
export const NODE_IMAGE: string = process.env["TEST_NODE_IMAGE"] ?? "node:24-bookworm-slim";
export const BUSYBOX_IMAGE: string = process.env["TEST_BUSYBOX_IMAGE"] ?? "busybox:1.37-musl";
export const MUSL_NODE_IMAGE: string = process.env["TEST_MUSL_NODE_IMAGE"] ?? "node:24-alpine";

/** `describe`, skipped where no engine answers; `engine-setup.ts` has said so then. */
export const describeWithEngine: SuiteAPI | SuiteAPI["skip"] = inject("engine") ? describe : describe.skip;

/** Runs `docker` from the root of the repository and gives what it prints; its error says what it wrote to stderr. */
export async function docker(...args: readonly string[]): Promise<string> {
  return (await dockerOutput(...args)).stdout.trim();
}

/** The same, and gives all that it prints. */
export async function dockerOutput(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return run("docker", args, { cwd: ROOT, maxBuffer: 1 << 28 });
}

/** How an image is built. */
export interface BuildOptions {
  /** Folder that the Dockerfile copies from; default the root of the repository. */
  context?: string;
  /** Build arguments beside the base images. */
  args?: Readonly<Record<string, string>>;
  /** Uses nothing of an earlier build. */
  noCache?: boolean;
}

/**
 * Builds a Dockerfile as a user does and gives the image's name, `svc-test/NAME`. What was built before from the same files
 * is taken from the engine's cache, so that each test file can ask for the images it needs.
 */
export async function buildImage(name: string, dockerfile: string, options: BuildOptions = {}): Promise<string> {
  const image = `svc-test/${name}`;
  const args = { NODE_IMAGE, BUSYBOX_IMAGE, ...options.args };
  await docker(
    "build",
    ...(options.noCache ? ["--no-cache"] : []),
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
 * A container of an image, to be configured and started by `testcontainers`. It has the network of the host: what listens
 * at 127.0.0.1 here is reached from it and the other way round, and what it listens to needs a free port.
 */
export function containerOf(image: string): HostContainer {
  return new HostContainer(image).withNetworkMode("host");
}

class HostContainer extends GenericContainer {
  /** Volumes alone can be written to. */
  withReadOnlyRoot(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this;
  }
}

/** How the process of a container ended, and what it wrote. */
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

/** Stops a container as `docker stop` does: SIGTERM, and SIGKILL after so many seconds. */
export async function stop(container: StartedTestContainer, seconds = 10): Promise<ContainerEnd> {
  await docker("stop", "-t", String(seconds), container.getId());
  return endOf(container);
}

/** A volume with nothing in it. Its name is the source of a bind mount; to be removed once its containers are. */
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
