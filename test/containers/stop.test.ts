import { Wait } from "testcontainers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { sendingTo } from "../support/application/run-application.ts";
import { startLocalService, type LocalService } from "../support/server/local-service.ts";
import { buildImage, containerOf, describeWithEngine, stop, type ContainerEnd, type Volume } from "./engine.ts";
import { MOUNT, PRELOAD, preloadVolume } from "./preload-volume.ts";

/** Application that does its work and then waits for requests, which never come. */
const SERVER = `
import OpenAI from "openai";
import { startStandIn } from "./stand-in.js";
const { url } = await startStandIn();
const openai = new OpenAI({ apiKey: "stand-in", baseURL: url });
await openai.chat.completions.create({ model: "gpt-4.1-mini", messages: [{ role: "user", content: "Hello" }] });
if (process.argv.includes("--listen")) process.on("SIGTERM", () => process.exit(7));
console.log("ready");
`;

describeWithEngine("docker stop of an application with queued spans", () => {
  let service: LocalService;
  let application: string;
  let volume: Volume;

  beforeAll(async () => {
    volume = await preloadVolume();
    application = await buildImage("application", "examples/support-agent/Dockerfile", {
      context: "examples/support-agent",
    });
  });

  afterAll(() => volume.remove());

  beforeEach(async () => {
    service = await startLocalService();
  });

  afterEach(() => service.stop());

  /** Starts the application, stops it, and returns how it ended. */
  async function startAndStop(args: readonly string[], env: Record<string, string>): Promise<ContainerEnd> {
    const container = await containerOf(application)
      .withCopyContentToContainer([{ content: SERVER, target: "/app/serve.mjs" }])
      .withCommand(["node", "serve.mjs", ...args])
      .withEnvironment(env)
      .withBindMounts([{ source: volume.name, target: MOUNT, mode: "ro" }])
      .withWaitStrategy(Wait.forLogMessage("ready"))
      .start();
    expect(await service.observations()).toEqual([]);
    return stop(container, 3);
  }

  it.each([
    ["listens to SIGTERM", ["--listen"]],
    // The first process of a container does not end by a signal without a listener; the engine kills it.
    ["does not", []],
  ])("delivers them when it %s, and ends as without the preload", async (_how, args) => {
    const traced = {
      ...sendingTo(service.url),
      NODE_OPTIONS: `--require ${PRELOAD}`,
      // Spans are not sent before the end.
      SVC_FLUSH_INTERVAL: "3600",
    };
    const untraced = await startAndStop(args, {});
    expect(await startAndStop(args, traced)).toEqual(untraced);
    expect(await service.observations()).toEqual([expect.objectContaining({ name: "chat gpt-4.1-mini" })]);
  });
});
