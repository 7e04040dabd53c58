/**
 * Views of the page, by the path of each below the path of a project. The service answers these addresses with the document, and
 * the page shows the view of the address. A view whose link the client of the SDK prints has the path of the hosted service.
 */
export const VIEW_PATHS = {
  traces: "/traces",
  trace: "/traces/:traceId",
  sessions: "/sessions",
  session: "/sessions/:sessionId",
  users: "/users",
  user: "/users/:userId",
  scores: "/scores",
  prompts: "/prompts",
  newPrompt: "/prompts/new",
  prompt: "/prompts/:promptName",
  datasets: "/datasets",
  dataset: "/datasets/:datasetId",
  playground: "/playground",
  experiments: "/experiments",
  experimentResults: "/experiments/results",
  queues: "/annotation-queues",
  queue: "/annotation-queues/:queueId",
  label: "/annotation-queues/:queueId/items/:itemId",
  models: "/models",
} as const;

export type ViewName = keyof typeof VIEW_PATHS;
