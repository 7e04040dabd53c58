import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationFolder } from "../application/installation.ts";
import { PlayedProgram } from "../application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../server/local-service.ts";
import { byName, treesOf, type Tree } from "../server/observation-trees.ts";
import { testedVersions } from "../tested-versions.ts";
import { expectPictured } from "./pictured-trees.ts";

/** Number of requests that an application with {@link FrameworkApplication.request} gets at once, unless it says another. */
const REQUESTS = 20;

/** Node tells of `punycode` where the code that loads it is in no `node_modules`, as our hooks are in the tests. */
const NODE_OPTIONS = "--disable-warning=DEP0040";

/** Limit of one run without the preload and one with it, in milliseconds. */
const RUN_LIMIT = 240_000;

/** Application with a framework, and what a reader expects to see of it. */
export interface FrameworkApplication {
  /** Arguments of the program; by default the name of the application. */
  readonly args?: readonly string[];
  /** Trees of the whole run, in any order. */
  readonly trees: (version: string) => readonly Tree[];
  /** Pattern of a text that belongs to one of 20 concurrent requests, such as `Question 7`, and occurs in no other. */
  readonly request?: RegExp;
  /** Number of the concurrent requests, where it is not 20. */
  readonly requests?: number;
  /** Number of traces of each of these requests; by default 1. */
  readonly tracesOfRequest?: number;
  /** Page of `docs`, or `page#Heading`, whose pictures are trees of the newest version. */
  readonly page?: string;
  /** Expects more of what was recorded. */
  readonly also?: (recorded: readonly StoredObservation[], version: string) => void;
  /** Variables of the environment, with the preload. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Framework whose applications run in several versions and in both module formats. */
export interface Framework {
  readonly name: string;
  /** Folders of `test/installations` or `test/apps` with the programs, by the version in them, the newest first. */
  readonly versions: Readonly<Record<string, string>>;
  /** Versions that CI runs; by default all. */
  readonly inCi?: readonly string[];
  /**
   * Programs, each of which runs the application that its argument names; by default one for each module format. CI runs the first
   * application in each of them, and every other in one of them; TEST_VERSIONS=all runs each in each.
   */
  readonly mains?: readonly string[];
  /** Variables of the environment, without and with the preload. */
  readonly env?: Readonly<Record<string, string>>;
  readonly applications: Readonly<Record<string, FrameworkApplication>>;
}

/** Runs of a framework's applications, beside those that {@link describeFramework} tests. */
export interface FrameworkRuns {
  /** Runs a program without and with the preload, and returns what was recorded. */
  readonly play: PlayedProgram["play"];
}

/**
 * Defines the tests of a framework: each application behaves as without the preload, in each version and in each module format, and is
 * recorded as the trees that its reader expects, with concurrent requests apart.
 */
export function describeFramework(framework: Framework): FrameworkRuns {
  const { name, versions, inCi = Object.keys(versions), mains = ["main.mjs", "main.cjs"], applications } = framework;
  const [newest] = Object.keys(versions);
  const tested = testedVersions(Object.keys(versions), inCi);
  let [service, program]: [LocalService, PlayedProgram] = [] as never;
  beforeAll(async () => {
    service = await startLocalService();
    program = new PlayedProgram(service);
    for (const version of tested) await applicationFolder(versions[version]!);
  }, RUN_LIMIT);
  afterAll(() => service.stop());

  describe.each(tested.flatMap((version) => mains.map((main) => [version, main] as const)))(
    `${name} %s under the preload, %s`,
    (version, main) => {
      const played = Object.entries(applications).filter((_, place) => isInCi(place, main, mains));
      test.each(testedVersions(Object.entries(applications), played))(
        "%s behaves as without it, and is recorded as its reader expects it",
        async (application, row) => {
          const { args = [application], trees, page, also, env = {} } = row;
          const recorded = await program.play(versions[version]!, [main, ...args], env, {
            NODE_OPTIONS,
            ...framework.env,
          });
          expect(byName(treesOf(recorded))).toEqual(byName(trees(version)));
          expectApart(recorded, row);
          if (page !== undefined && version === newest) expectPictured(recorded, page);
          also?.(recorded, version);
        },
        RUN_LIMIT,
      );
    },
  );
  return {
    play: (installation, main, env, inBoth) => program.play(installation, main, env, { NODE_OPTIONS, ...inBoth }),
  };
}

/** Returns true for the programs in which CI runs an application: every one for the first application, one each for the others, in turn. */
function isInCi(place: number, main: string, mains: readonly string[]): boolean {
  return place === 0 || mains[place % mains.length] === main;
}

/** Expects that each concurrent request has traces to itself, whose texts are those of the request alone. */
function expectApart(recorded: readonly StoredObservation[], application: FrameworkApplication): void {
  const { request, requests = REQUESTS, tracesOfRequest = 1 } = application;
  if (request === undefined) return;
  const traces = new Map<string, Set<string>>();
  for (const { traceId, name, input, output } of recorded) {
    const found = JSON.stringify([name, input, output]).match(new RegExp(request, "g")) ?? [];
    for (const text of found) traces.set(text, (traces.get(text) ?? new Set()).add(traceId));
  }
  const ids = [...traces.values()].map((each) => Array.from(each));
  expect(ids.map((each) => each.length)).toEqual(Array<number>(requests).fill(tracesOfRequest));
  expect(new Set(ids.flat()).size).toBe(requests * tracesOfRequest);
}
