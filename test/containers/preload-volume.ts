import { Wait } from "testcontainers";
import { buildImage, containerOf, createVolume, endOf, type Volume } from "./engine.ts";

/** Folder in which the Operator mounts the copy. */
export const MOUNT = "/otel-auto-instrumentation-nodejs";

/** File that the Operator names in NODE_OPTIONS. */
export const PRELOAD: string = `${MOUNT}/autoinstrumentation.js`;

/** Returns a volume into which the image has copied the preload, as an init container does, with the Operator's own command. */
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
