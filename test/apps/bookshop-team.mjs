// What the team of a bookshop does with the client, once its application has answered customers: prompts with labels, scores for
// what was answered, and an annotation queue. Prints the ids of the queue and of its items as JSON.
import { SvcClient } from "@svc/client";

const client = new SvcClient();
const { api } = client;

const orders = { name: "support/orders", type: "chat", tags: ["shop"] };
const chat = (system) => [
  { role: "system", content: system },
  { type: "placeholder", name: "history" },
  { role: "user", content: "{{question}}" },
];
await client.prompt.create({
  ...orders,
  prompt: chat("You help the customers of {{shop}}.\nBe short."),
  labels: ["production"],
});
await client.prompt.create({
  ...orders,
  prompt: chat("You help the customers of {{shop}}.\nBe short and friendly."),
  config: { model: "gpt-4.1-mini", temperature: 0.2 },
  labels: ["candidate"],
  commitMessage: "A friendlier tone",
});
await client.prompt.create({ name: "greeting", prompt: "Greet {{name}} in {{language}}.", labels: ["production"] });

const { data: observations } = await api.observations.getMany({ fields: "core,basic", limit: 100 });
for (const [place, { id: observationId, traceId }] of observations.entries()) {
  const of = { traceId, observationId };
  const quality = Math.round(100 * Math.abs(Math.sin(place))) / 100;
  client.score.create({ ...of, name: "quality", value: quality, ...(place % 9 === 0 && { comment: "read by hand" }) });
  client.score.create({ ...of, name: "speed", value: Math.round(10 * (quality + (place % 3))) / 10 });
  client.score.create({ ...of, name: "helpful", value: place % 3 === 0 ? 0 : 1, dataType: "BOOLEAN" });
  client.score.create({ ...of, name: "judge", value: place % 4 === 0 ? "false" : "true", dataType: "CATEGORICAL" });
}
const sessionIds = [...new Set(observations.flatMap(({ sessionId }) => sessionId ?? []))];
for (const sessionId of sessionIds) client.score.create({ sessionId, name: "solved", value: 1, dataType: "BOOLEAN" });
await client.score.flush();

const categories = ["cold", "fair", "kind"].map((label, value) => ({ label, value }));
const configs = await Promise.all([
  api.scoreConfigs.create({ name: "correct", dataType: "BOOLEAN", description: "Is every fact right?" }),
  api.scoreConfigs.create({ name: "tone", dataType: "CATEGORICAL", categories }),
  api.scoreConfigs.create({ name: "stars", dataType: "NUMERIC", minValue: 1, maxValue: 5 }),
  api.scoreConfigs.create({ name: "note", dataType: "TEXT" }),
]);
const queue = await api.annotationQueues.createQueue({
  name: "support answers",
  description: "Read the answer as a customer would.",
  scoreConfigIds: configs.map(({ id }) => id),
});
const answered = observations.filter(({ name }) => name === "answer a customer").map(({ traceId }) => traceId);
const objects = [
  ...answered.map((objectId) => ({ objectId, objectType: "TRACE" })),
  ...sessionIds.slice(-1).map((objectId) => ({ objectId, objectType: "SESSION" })),
];
const itemIds = [];
for (const object of objects) itemIds.push((await api.annotationQueues.createQueueItem(queue.id, object)).id);
await api.annotationQueues.updateQueueItem(queue.id, itemIds[0], { status: "COMPLETED" });
await client.shutdown();
console.log(JSON.stringify({ queueId: queue.id, itemIds }));
