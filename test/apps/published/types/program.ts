// Code of the pages as a program in TypeScript: it is only compiled.
import { ChatPromptTemplate, PromptTemplate } from "@langchain/core/prompts";
import { SvcBrowserClient, SvcScoreDataType } from "@svc/browser";
import {
  ChatMessageType,
  createEvaluatorFromAutoevals,
  RegressionError,
  RunnerContext,
  SvcClient,
  type Evaluation,
  type Evaluator,
  type EvaluatorParams,
  type ExperimentItem,
  type ExperimentParams,
  type ExperimentResult,
  type ExperimentTask,
  type ExperimentTaskParams,
  type RegressionErrorMessageOptions,
  type RegressionErrorMetricOptions,
  type RegressionErrorOptions,
  type RunEvaluator,
  type RunnerContextExperimentParams,
  type RunnerContextOptions,
} from "@svc/client";
import { experimentTest } from "@svc/client/vitest";
import { LogLevel, propagateAttributes, type PropagateAttributesParams } from "@svc/core";
import { SvcAPIClient, SvcAPIError, type DatasetItem } from "@svc/core/api";
import { CallbackHandler, LangChainInstrumentation } from "@svc/langchain";
import { observeOpenAI, OpenAIInstrumentation, type SvcConfig } from "@svc/openai";
import { SvcSpanProcessor, type MaskFunction, type ShouldExportSpan } from "@svc/otel";
import {
  observe,
  startActiveObservation,
  startObservation,
  type StartActiveObservationContext,
  type StartActiveObservationOpts,
  type StartObservationOptions,
} from "@svc/tracing";
import { NodeSDK } from "@opentelemetry/sdk-node";
import OpenAI from "openai";

const mask: MaskFunction = ({ data }) => (typeof data === "string" ? data.replace(/\d{16}/g, "…") : data);
const shouldExportSpan: ShouldExportSpan = ({ otelSpan }) => otelSpan.name !== "health";
export const sdk = new NodeSDK({
  spanProcessors: [new SvcSpanProcessor({ mask, shouldExportSpan, compression: "gzip" })],
  instrumentations: [new OpenAIInstrumentation(), new LangChainInstrumentation()],
});

const client = new SvcClient();

// Tasks and evaluators without type arguments.
export const task: ExperimentTask = async (item) => `The capital of ${item.input.country} is ${item.metadata?.hint}`;
export const taskWithParams: ExperimentTask = async ({ input }: ExperimentTaskParams) => input.toUpperCase();
export const exact: Evaluator = async ({ input, output, expectedOutput }) => ({
  name: "exact",
  value: output.trim() === expectedOutput.trim() && input.country !== "" ? 1 : 0,
});
export const withParams = async ({ output, metadata }: EvaluatorParams): Promise<Evaluation> => ({
  name: "length",
  value: output.length,
  comment: metadata?.["comment"],
});
export const average: RunEvaluator = async ({ itemResults }) => ({
  name: "average",
  value: itemResults.reduce((sum, { output }) => sum + output.length, 0),
});
export const data: ExperimentItem[] = [{ input: { country: "France" }, expectedOutput: "Paris" }];
export const typedTask: ExperimentTask<string> = async ({ input }) => input.toUpperCase();
export const typed: Evaluator<{ country: string }, string> = async ({ input, expectedOutput }) => ({
  name: "typed",
  value: input.country.length + (expectedOutput?.length ?? 0),
});

export async function experiments(): Promise<ExperimentResult> {
  const params: ExperimentParams = { name: "capitals", data, task, evaluators: [exact, withParams] };
  const result = await client.experiment.run({ ...params, runEvaluators: [average] });
  const dataset = await client.dataset.get("capitals");
  const ofDataset = await dataset.runExperiment({ name: "capitals", task, evaluators: [exact] });
  console.log(ofDataset.itemResults[0]?.output.length, await result.format());
  const scorer = async ({ output, expected }: { output: string; expected?: string }) => ({
    name: "same",
    score: output === expected ? 1 : 0,
  });
  const inferred = await client.experiment.run({
    name: "inferred",
    data: [{ input: "France", expectedOutput: "Paris" }],
    task: async ({ input }) => input.length,
    evaluators: [async ({ output }) => ({ name: "long", value: output > 3 ? 1 : 0 })],
  });
  console.log(inferred.itemResults[0]?.output.toFixed(1));
  await client.experiment.run({ name: "scored", data, task, evaluators: [createEvaluatorFromAutoevals(scorer)] });
  const options: RunnerContextOptions = { client, data };
  const run: RunnerContextExperimentParams = { name: "capitals", task, evaluators: [exact] };
  const ofContext = await new RunnerContext(options).runExperiment(run);
  const byMessage: RegressionErrorMessageOptions = { result: ofContext, message: "worse" };
  const byMetric: RegressionErrorMetricOptions = { result, metric: "exact", value: 0.5, threshold: 0.9 };
  const either: RegressionErrorOptions = byMessage;
  if (result.runEvaluations.length > 0) throw new RegressionError(either);
  if (result.itemResults.length > 0) throw new RegressionError(byMetric);
  return new RegressionError({ result: inferred }).result;
}

experimentTest("capitals", { client, data, task, evaluators: [exact], thresholds: { exact: 0.9 } });

export async function prompts(): Promise<void> {
  const text = await client.prompt.get("greeting");
  const template = PromptTemplate.fromTemplate(text.getLangchainPrompt()).withConfig({ metadata: { svcPrompt: text } });
  const chat = await client.prompt.get("chat", { type: "chat" });
  const placeholders = { history: [{ role: "user", content: "Hello" }] };
  const messages = ChatPromptTemplate.fromMessages(chat.getLangchainPrompt({ placeholders }));
  console.log(await template.invoke({}), await messages.invoke({}), ChatMessageType.Placeholder);
}

export async function observations(): Promise<void> {
  const context: StartActiveObservationContext = { endOnExit: false };
  const options: StartObservationOptions = { startTime: new Date() };
  const opts: StartActiveObservationOpts = { asType: "span" };
  await startActiveObservation("answer", async (span) => void span.update({ input: "?" }), context);
  await startActiveObservation("generation", async (it) => void it.update({ model: "m" }), {
    ...options,
    asType: "generation",
  });
  startActiveObservation("other", () => 1, opts);
  startObservation("search", { input: "?" }, { asType: "retriever" }).end();
  const attributes: PropagateAttributesParams = { userId: "u", metadata: { seats: 3 } };
  propagateAttributes(attributes, () => observe((x: number) => x + 1, { name: "add" })(1).toFixed(1));
  await observe(async (question) => question.length, { asType: "tool" })("What?");
  const config: SvcConfig = { generationName: "answer" };
  const openai = observeOpenAI(new OpenAI(), config);
  const answer = await openai.chat.completions.create({ model: "m", messages: [{ role: "user", content: "?" }] });
  console.log(answer.choices[0]?.message.content, new CallbackHandler({ userId: "u" }).last_trace_id, LogLevel.DEBUG);
}

export async function api(): Promise<DatasetItem | undefined> {
  const direct = new SvcAPIClient({ baseUrl: "http://127.0.0.1:3000", username: "pk", password: "sk" });
  const browser = new SvcBrowserClient({ publicKey: "pk", baseUrl: "http://127.0.0.1:3000" });
  const { id } = await browser.score({ name: "stars", value: 1, traceId: "t", dataType: SvcScoreDataType.Numeric });
  try {
    await direct.scores.delete(id);
    return await client.api.datasetItems.get("i");
  } catch (error) {
    if (error instanceof SvcAPIError && error.statusCode === 404) return undefined;
    throw error;
  }
}
