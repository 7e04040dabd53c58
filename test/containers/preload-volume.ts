import { Wait } from "testcontainers";
import { buildImage, containerOf, createVolume, endOf, type Volume } from "./engine.ts";

/** Where the Operator mounts the copy. */
export const MOUNT = "/otel-auto-instrumentation-nodejs";

/** What it names in NODE_OPTIONS. */
export const PRELOAD: string = `${MOUNT}/autoinstrumentation.js`;

/** A volume into which the image has copied the preload, as an init container does: by its own command, which is the Operator's. */
export async function preloadVolume(): Promise<Volume> {
  const image = await buildImage("autoinstrumentation", "docker/autoinstrumentation/Dockerfile");
  const volume = await createVolume();
  const container = await containerOf(image)
    .withReadOnlyRoot()
    .withBindMounts([{ source: volume.name, target: MOUNT }])
    .withWaitStrategy(Wait.forOneShotStartup())
    .start();
  const { exitCode, stderr } = await endOf(container);
  if (exitCode !== 0 || stderr !== "") throw new Error(`Copying the preload ended with ${exitCode}: ${stderr}`);
  return volume;
}
