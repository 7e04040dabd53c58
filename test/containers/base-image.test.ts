import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "base-image.sh");

/** True when base images can be made here: on Debian, as root, which TEST_CONTAINERS=required promises. */
const isMade = process.env["TEST_CONTAINERS"] === "required" && existsSync("/etc/debian_version");
if (!isMade) {
  process.stderr.write("The making of base images is not tested: TEST_CONTAINERS=required asks for it, on Debian.\n");
}

describe.skipIf(!isMade)("a base image made of packages", () => {
  let scratch = "";
  beforeAll(async () => void (scratch = await mkdtemp(join(tmpdir(), "svc-base-image-"))));
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  /** Runs the script with an empty cache. The given programs replace those of the machine. */
  async function makeBaseImage(name: string, programs: Record<string, string> = {}) {
    const cache = await mkdtemp(join(scratch, "cache-"));
    const bin = join(cache, "bin");
    await mkdir(bin);
    for (const [program, script] of Object.entries(programs)) {
      await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, program), 0o755);
    }
    const env = { ...process.env, TMPDIR: cache, PATH: bin + delimiter + process.env["PATH"] };
    return run(SCRIPT, [name], { env }).then(
      ({ stdout, stderr }) => ({ status: 0, stdout, stderr, cache }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        status: error.code,
        stdout: error.stdout,
        stderr: error.stderr,
        cache,
      }),
    );
  }

  test("ends with status 0 and prints the archive on a machine without cache", async () => {
    const { status, stdout, stderr } = await makeBaseImage("busybox");

    expect({ status, stderr }).toEqual({ status: 0, stderr: "base-image.sh: making the base image busybox\n" });
    const archive = stdout.trim();
    expect(basename(archive)).toMatch(/^busybox-[0-9a-f]{12}\.tar$/);
    expect((await run("tar", ["-tf", archive])).stdout).toContain("./bin/sh\n");
    // Only the archive is left.
    expect(await readdir(dirname(archive))).toEqual([basename(archive)]);
  });

  test("reports a failed command with its output and status", async () => {
    const { status, stdout, stderr, cache } = await makeBaseImage("node", {
      debootstrap: 'echo "E: no mirror answers"; exit 7',
    });

    expect({ status, stdout }).toEqual({ status: 7, stdout: "" });
    expect(stderr).toMatch(/base-image\.sh: debootstrap .* ended with status 7:\nE: no mirror answers\n/);
    expect(await readdir(join(cache, "svc-containers"))).toEqual([]);
  });

  test("reports the line of a command that failed without output", async () => {
    const { status, stderr } = await makeBaseImage("busybox", { "dpkg-deb": "exit 3" });

    expect(status).toBe(3);
    expect(stderr).toMatch(/base-image\.sh: line \d+ ended with status 3: dpkg-deb -x /);
  });

  test("rejects the name of an unknown base image", async () => {
    const { status, stderr } = await makeBaseImage("alpine");

    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'base-image.sh: "alpine" is no base image; there are node, busybox, musl-node and postgres\n',
    });
  });
});
