import { Wait } from "testcontainers";
import { beforeAll, expect, it } from "vitest";
import { buildImage, containerOf, describeWithEngine } from "./engine.ts";

describeWithEngine("the example", () => {
  let image: string;

  beforeAll(async () => {
    image = await buildImage("application", "examples/support-agent/Dockerfile", { context: "examples/support-agent" });
  });

  it("runs", async () => {
    const container = await containerOf(image)
      .withWaitStrategy(Wait.forLogMessage(/Good news/))
      .start();
    expect(container.getId()).toMatch(/^[0-9a-f]+$/);
    await container.stop();
  });
});
