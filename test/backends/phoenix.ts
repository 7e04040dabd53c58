import { join } from "node:path";
import { virtualEnvironment } from "../support/application/installed-producer.ts";
import { freePort } from "../support/http/free-port.ts";
import { type Backend, type BackendSpan, requestJson, settled, startBackendServer } from "./server.ts";

const PACKAGES = ["arize-phoenix==20.26.1"];

const KINDS: Readonly<Record<string, BackendSpan["kind"]>> = {
  LLM: "llm",
  AGENT: "agent",
  TOOL: "tool",
  CHAIN: "chain",
  EMBEDDING: "embedding",
  RETRIEVER: "retriever",
};

interface PhoenixSpan {
  readonly name: string;
  readonly span_kind: string;
  readonly parent_id: string | null;
  readonly status_code: string;
  readonly context: { readonly span_id: string; readonly trace_id: string };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Starts Phoenix. Each run has a project. */
export async function startPhoenix(root: string): Promise<Backend> {
  const python = await virtualEnvironment(root, PACKAGES);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = join(root, "phoenix");
  const close = await startBackendServer(python, ["-m", "phoenix.server.main", "serve"], {
    url: `${url}/healthz`,
    folder,
    env: {
      PHOENIX_WORKING_DIR: folder,
      PHOENIX_HOST: "127.0.0.1",
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: String(await freePort()),
      PHOENIX_TELEMETRY_ENABLED: "false",
      PHOENIX_ALLOW_EXTERNAL_RESOURCES: "false",
    },
  });

  async function stored(run: string): Promise<PhoenixSpan[]> {
    const address = `${url}/v1/projects/${encodeURIComponent(run)}`;
    // A project is made by its first span.
    if ((await fetch(address)).status === 404) return [];
    return ((await requestJson(`${address}/spans?limit=1000`)) as { data: PhoenixSpan[] }).data;
  }

  return {
    name: `Phoenix ${PACKAGES[0]!.split("==")[1]!}`,
    url,
    open: (run) =>
      Promise.resolve({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_RESOURCE_ATTRIBUTES: `openinference.project.name=${encodeURIComponent(run)}`,
      }),
    spans: (run) =>
      settled(async () => {
        const [spans, costs] = await Promise.all([stored(run), costsOf(url, run)]);
        return spans.map((span) => spanOf(span, costs.get(span.context.span_id) ?? 0));
      }),
    async page(run) {
      const [span] = await stored(run);
      return `${url}/redirects/traces/${span?.context.trace_id ?? ""}`;
    },
    close,
  };
}

/** Returns the costs of a project's spans in US dollars, which only the GraphQL API has. */
async function costsOf(url: string, project: string): Promise<Map<string, number>> {
  const query = `{ getProjectByName(name: ${JSON.stringify(project)}) {
    spans(first: 1000) { edges { node { spanId costSummary { total { cost } } } } }
  } }`;
  interface Answer {
    data: { getProjectByName: { spans: { edges: { node: Costs }[] } } | null };
  }
  interface Costs {
    spanId: string;
    costSummary: { total: { cost: number | null } } | null;
  }
  const { data } = (await requestJson(`${url}/graphql`, { query })) as Answer;
  const nodes = data.getProjectByName?.spans.edges.map(({ node }) => node) ?? [];
  return new Map(nodes.map(({ spanId, costSummary }) => [spanId, costSummary?.total.cost ?? 0]));
}

function spanOf({ name, span_kind, parent_id, status_code, attributes }: PhoenixSpan, cost: number): BackendSpan {
  const below = (prefix: string): string => {
    const found = Object.entries(attributes).filter(([key]) => key.startsWith(prefix));
    return found.length === 0 ? "" : JSON.stringify(Object.fromEntries(found));
  };
  const text = (key: string): string => (attributes[key] === undefined ? "" : plainText(attributes[key]));
  const count = (key: string): number | undefined => attributes[key] as number | undefined;
  return {
    name,
    kind: KINDS[span_kind] ?? "",
    parent: parent_id ?? undefined,
    isError: status_code === "ERROR",
    input: text("input.value") + below("llm.input_messages") + below("embedding.embeddings") + below("tool.parameters"),
    output: text("output.value") + below("llm.output_messages") + below("retrieval.documents"),
    tools: below("llm.tools"),
    tokens: {
      input: count("llm.token_count.prompt"),
      output: count("llm.token_count.completion"),
      cached: count("llm.token_count.prompt_details.cache_read"),
      reasoning: count("llm.token_count.completion_details.reasoning"),
    },
    cost,
    session: text("session.id"),
  };
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
