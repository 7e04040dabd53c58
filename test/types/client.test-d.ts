import {
  SvcClient,
  type ChatPromptClient,
  type Evaluation,
  type FetchedDataset,
  type TextPromptClient,
} from "@svc/client";
import type { DatasetItem } from "@svc/core/api";
import { describe, expectTypeOf, it } from "vitest";

// @ts-expect-error Removed with the dataset item's `link()`.
import type { LinkDatasetItemFunction } from "@svc/client";

/** The import above, used so that only its absence is an error. */
export type Removed = LinkDatasetItemFunction;

const client = new SvcClient();

describe("the managers' types", () => {
  it("a prompt is text unless chat is asked for, by type or by fallback", () => {
    expectTypeOf(client.prompt.get("p")).resolves.toEqualTypeOf<TextPromptClient>();
    expectTypeOf(client.prompt.get("p", { type: "text" })).resolves.toEqualTypeOf<TextPromptClient>();
    expectTypeOf(client.prompt.get("p", { fallback: "x" })).resolves.toEqualTypeOf<TextPromptClient>();
    expectTypeOf(client.prompt.get("p", { type: "chat" })).resolves.toEqualTypeOf<ChatPromptClient>();
    expectTypeOf(
      client.prompt.get("p", { fallback: [{ role: "user", content: "x" }] }),
    ).resolves.toEqualTypeOf<ChatPromptClient>();
  });

  it("a score's value is a number or a text", () => {
    expectTypeOf(client.score.create).parameter(0).toHaveProperty("value").toEqualTypeOf<number | string>();
    // @ts-expect-error The client drops it.
    client.score.create({ traceId: "t", name: "n", value: true });
    // @ts-expect-error So it does this.
    client.score.create({ traceId: "t", value: 1 });
  });

  it("an experiment hands its types through", async () => {
    const result = await client.experiment.run({
      name: "n",
      data: [{ input: "a", expectedOutput: 1 }],
      task: ({ input }) => input.length,
      evaluators: [
        ({ input, output, expectedOutput }) => {
          expectTypeOf(input).toEqualTypeOf<string>();
          expectTypeOf(output).toEqualTypeOf<number>();
          expectTypeOf(expectedOutput).toEqualTypeOf<number | undefined>();
          return { name: "exact", value: output === expectedOutput ? 1 : 0 };
        },
      ],
      runEvaluators: [({ itemResults }): Evaluation => ({ name: "n", value: itemResults[0]!.output })],
    });
    expectTypeOf(result.itemResults[0]!.output).toEqualTypeOf<number>();
    expectTypeOf(result.experimentUrl).toEqualTypeOf<string | undefined>();
  });

  it("a task on a dataset says what the input is", async () => {
    const dataset = await client.dataset.get("d");
    const result = await dataset.runExperiment({
      name: "n",
      task: ({ input }: { input: string }) => input.length,
    });
    expectTypeOf(result.itemResults[0]!.input).toEqualTypeOf<string>();
    expectTypeOf(result.itemResults[0]!.output).toEqualTypeOf<number>();
  });

  it("a dataset's items are plain", () => {
    expectTypeOf<FetchedDataset["items"]>().toEqualTypeOf<DatasetItem[]>();
    expectTypeOf<FetchedDataset["items"][0]>().not.toHaveProperty("link");
  });
});

describe("removed aliases are compile errors", () => {
  it("on the client", () => {
    expectTypeOf(client).not.toHaveProperty("getPrompt");
    expectTypeOf(client).not.toHaveProperty("createPrompt");
    expectTypeOf(client).not.toHaveProperty("updatePrompt");
    expectTypeOf(client).not.toHaveProperty("getDataset");
    expectTypeOf(client).not.toHaveProperty("createDatasetItem");
    expectTypeOf(client).not.toHaveProperty("resolveMediaReferences");
    expectTypeOf(client).not.toHaveProperty("createDataset");
    expectTypeOf(client).not.toHaveProperty("getDatasetItem");
    expectTypeOf(client).not.toHaveProperty("fetchMedia");
    expectTypeOf(client).not.toHaveProperty("fetchTrace");
    expectTypeOf(client).not.toHaveProperty("fetchTraces");
    expectTypeOf(client).not.toHaveProperty("fetchObservation");
    expectTypeOf(client).not.toHaveProperty("fetchObservations");
    expectTypeOf(client).not.toHaveProperty("fetchSessions");
    expectTypeOf(client).not.toHaveProperty("getDatasetRun");
    expectTypeOf(client).not.toHaveProperty("getDatasetRuns");
  });
});
