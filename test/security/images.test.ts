// Images and manifests: no root, a read-only file system, no shell. The tests of `test/containers` run the images that way; this one needs no
// engine. It fails when the last stage of a Dockerfile gets another user or a command for a shell, and when a container of a manifest or a service
// of the composition loses a restriction.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/paths.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const DOCKERFILES = globSync("docker/*/Dockerfile", { cwd: ROOT }).toSorted();
const MANIFESTS = globSync("docker/kubernetes/*.yaml", { cwd: ROOT }).toSorted();

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Last stage of a Dockerfile, its instructions by line. */
function lastStage(file: string): string[] {
  const text = read(file).replaceAll(/\\\n/g, " ");
  return text
    .slice(text.lastIndexOf("\nFROM "))
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line));
}

it("there are images and manifests", () => {
  expect(DOCKERFILES).toHaveLength(3);
  expect(MANIFESTS.map((file) => basename(file))).toEqual([
    "application.yaml",
    "balancer.yaml",
    "gateway.yaml",
    "operator.yaml",
    "scale.yaml",
    "server.yaml",
  ]);
});

it.each(DOCKERFILES)("%s ends with a user without a name or rights, and runs nothing while it is built", (file) => {
  const stage = lastStage(file);
  expect(stage.filter((line) => line.startsWith("USER "))).toEqual(["USER 65532:65532"]);
  expect(stage.filter((line) => /^(?:RUN|ADD|SHELL) /.test(line))).toEqual([]);
});

it.each(DOCKERFILES)("%s needs no shell: each command is a list whose first word is a program", (file) => {
  const stage = lastStage(file);
  const commands = stage.flatMap(
    (line) => /^(?:CMD|ENTRYPOINT|HEALTHCHECK(?: --\S+)* CMD) (.*)$/.exec(line)?.[1] ?? [],
  );
  // An image made of ours has the commands of ours.
  expect(commands.length > 0).toBe(stage[0] !== "FROM ${SERVER_IMAGE}");
  for (const command of commands) {
    const [program] = JSON.parse(command) as string[];
    expect(["node", "cp", "--host"]).toContain(program);
  }
});

it.each(MANIFESTS)("each container of %s has a read-only file system and no way to more rights", (file) => {
  const text = read(file);
  const containers = countOf(text, /^ +(?:- )?image: .*\n/gm) - countOf(text, /^ {2}nodejs:\n +image: /gm);
  expect(containers).toBeGreaterThan(0);
  const restrictions = [/readOnlyRootFilesystem: true/g, /allowPrivilegeEscalation: false/g, /drop: \[ALL\]/g];
  expect(restrictions.map((each) => countOf(text, each))).toEqual(restrictions.map(() => containers));
});

it.each(MANIFESTS)(
  "each pod of %s runs as no root, with the runtime's filter of system calls and without a token",
  (file) => {
    const text = read(file);
    const pods = countOf(text, /^ +containers:$/gm);
    expect(pods).toBeGreaterThan(0);
    const restrictions = [/runAsNonRoot: true/g, /type: RuntimeDefault/g, /automountServiceAccountToken: false/g];
    expect(restrictions.map((each) => countOf(text, each))).toEqual(restrictions.map(() => pods));
  },
);

it("each service of the composition has a read-only file system", () => {
  const text = read("docker/compose.yaml");
  // The application beside a gateway is the application with other settings.
  const services = countOf(text, /^ {4}image: /gm);
  expect(services).toBeGreaterThan(4);
  expect(countOf(text, /^ {4}read_only: true$/gm)).toBe(services);
});

const COMPOSITIONS = globSync(["docker/**/*.yaml", "examples/**/*.yaml"], { cwd: ROOT }).toSorted();

/** Secret of the application behind the gateway, which has the keys of the service itself: it opens nothing. */
const OPENS_NOTHING = "SVC_SECRET_KEY: gateway";

it.each(COMPOSITIONS)("%s has no secret, and no default for one", (file) => {
  const text = read(file);
  const defaults = text.match(/\$\{\w*(?:KEY|SECRET|PASSWORD|TOKEN)\w*:?-[^}]+\}/g) ?? [];
  const values = text.match(/(?<=^ *)[A-Z_]*(?:SECRET|PASSWORD|TOKEN)[A-Z_]*: *(?!\$\{)\S+/gm) ?? [];
  expect([...defaults, ...values].filter((found) => found !== OPENS_NOTHING)).toEqual([]);
});
