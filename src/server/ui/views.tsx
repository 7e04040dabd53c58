import { type ComponentType, type ReactElement, lazy } from "react";
import type { ViewName } from "../pages/page-views.ts";

/** Parameters of an address, decoded, by the names that stand in the path of its view. */
export type ViewParameters = Readonly<Record<string, string>>;

const TracesView = lazily(async () => (await import("./traces/traces-view.tsx")).TracesView);
const TraceView = lazily(async () => (await import("./trace/trace-view.tsx")).TraceView);
const SessionsView = lazily(async () => (await import("./sessions/sessions-view.tsx")).SessionsView);
const SessionView = lazily(async () => (await import("./sessions/session-view.tsx")).SessionView);
const UsersView = lazily(async () => (await import("./users/users-view.tsx")).UsersView);
const UserView = lazily(async () => (await import("./users/user-view.tsx")).UserView);
const PromptsView = lazily(async () => (await import("./prompts/prompts-view.tsx")).PromptsView);
const NewPromptView = lazily(async () => (await import("./prompt/new-prompt-view.tsx")).NewPromptView);
const PromptView = lazily(async () => (await import("./prompt/prompt-view.tsx")).PromptView);
const DatasetsView = lazily(async () => (await import("./datasets/datasets-view.tsx")).DatasetsView);
const DatasetView = lazily(async () => (await import("./dataset/dataset-view.tsx")).DatasetView);
const ExperimentsView = lazily(async () => (await import("./experiments/experiments-view.tsx")).ExperimentsView);
const ResultsView = lazily(async () => (await import("./experiments/results-view.tsx")).ResultsView);
const PlaygroundView = lazily(async () => (await import("./playground/playground-view.tsx")).PlaygroundView);
const ScoresView = lazily(async () => (await import("./scores/scores-view.tsx")).ScoresView);
const QueuesView = lazily(async () => (await import("./annotation/queues-view.tsx")).QueuesView);
const QueueView = lazily(async () => (await import("./annotation/queue-view.tsx")).QueueView);
const LabelView = lazily(async () => (await import("./annotation/label-view.tsx")).LabelView);
const ModelsView = lazily(async () => (await import("./models/models-view.tsx")).ModelsView);

/** Views of a project. The code of a view is loaded when the view is first shown. */
export const VIEWS: Readonly<Record<ViewName, (parameters: ViewParameters) => ReactElement>> = {
  traces: () => <TracesView />,
  trace: ({ traceId = "" }) => <TraceView key={traceId} traceId={traceId} />,
  sessions: () => <SessionsView />,
  session: ({ sessionId = "" }) => <SessionView key={sessionId} sessionId={sessionId} />,
  users: () => <UsersView />,
  user: ({ userId = "" }) => <UserView key={userId} userId={userId} />,
  prompts: () => <PromptsView />,
  newPrompt: () => <NewPromptView />,
  prompt: ({ promptName = "" }) => <PromptView key={promptName} name={promptName} />,
  datasets: () => <DatasetsView />,
  dataset: ({ datasetId = "" }) => <DatasetView key={datasetId} datasetId={datasetId} />,
  experiments: () => <ExperimentsView />,
  experimentResults: () => <ResultsView />,
  playground: () => <PlaygroundView />,
  scores: () => <ScoresView />,
  queues: () => <QueuesView />,
  queue: ({ queueId = "" }) => <QueueView key={queueId} queueId={queueId} />,
  label: ({ queueId = "", itemId = "" }) => <LabelView queueId={queueId} itemId={itemId} />,
  models: () => <ModelsView />,
};

function lazily<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }));
}
