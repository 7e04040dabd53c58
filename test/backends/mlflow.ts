import { join } from "node:path";
import { virtualEnvironment } from "../support/application/installed-producer.ts";
import { freePort } from "../support/http/free-port.ts";
import { type Backend, type BackendSpan, requestJson, settled, startBackendServer } from "./server.ts";

const PACKAGES = ["mlflow==3.17.2"];

const KINDS: Readonly<Record<string, BackendSpan["kind"]>> = {
  CHAT_MODEL: "llm",
  LLM: "llm",
  AGENT: "agent",
  TOOL: "tool",
  CHAIN: "chain",
  EMBEDDING: "embedding",
  RETRIEVER: "retriever",
};

interface TraceInfo {
  readonly trace_id: string;
  /** Missing where a trace has neither tokens nor a session. */
  readonly trace_metadata?: Readonly<Record<string, string>>;
}

interface MlflowSpan {
  readonly name: string;
  readonly parent_span_id?: string;
  readonly status?: { readonly code?: string };
  readonly attributes?: ReadonlyArray<{ key: string; value: AttributeValue }>;
}

interface AttributeValue {
  readonly string_value?: string;
  readonly int_value?: number;
  readonly double_value?: number;
  readonly bool_value?: boolean;
  readonly array_value?: { readonly values?: readonly AttributeValue[] };
  readonly kvlist_value?: { readonly values?: ReadonlyArray<{ key: string; value?: AttributeValue }> };
}

/** Starts MLflow. Each run has an experiment. */
export async function startMlflow(root: string): Promise<Backend> {
  const python = await virtualEnvironment(root, PACKAGES);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { port } = new URL(url);
  const args = ["-m", "mlflow", "server", "--host", "127.0.0.1", "--port", port, "--workers", "1"];
  const close = await startBackendServer(python, [...args, "--backend-store-uri", "sqlite:///mlflow.db"], {
    url: `${url}/health`,
    folder: join(root, "mlflow"),
    // Jobs would be eight more processes.
    env: { MLFLOW_DISABLE_TELEMETRY: "true", MLFLOW_SERVER_ENABLE_JOB_EXECUTION: "false" },
  });
  const experiments = new Map<string, string>();

  async function tracesOf(run: string): Promise<TraceInfo[]> {
    const location = { type: "MLFLOW_EXPERIMENT", mlflow_experiment: { experiment_id: experiments.get(run) } };
    const found = await requestJson(`${url}/api/3.0/mlflow/traces/search`, { locations: [location] });
    return (found as { traces?: TraceInfo[] }).traces ?? [];
  }

  async function spansOf({ trace_id, trace_metadata }: TraceInfo): Promise<BackendSpan[]> {
    const found = await requestJson(`${url}/api/3.0/mlflow/traces/get?trace_id=${trace_id}`);
    const spans = (found as { trace: { spans?: MlflowSpan[] } }).trace.spans ?? [];
    return spans.map((span) => spanOf(span, trace_metadata?.["mlflow.trace.session"] ?? ""));
  }

  return {
    name: `MLflow ${PACKAGES[0]!.split("==")[1]!}`,
    url,
    async open(run) {
      const made = await requestJson(`${url}/api/2.0/mlflow/experiments/create`, { name: run });
      const { experiment_id: id } = made as { experiment_id: string };
      experiments.set(run, id);
      return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: `x-mlflow-experiment-id=${id}` };
    },
    spans: (run) => settled(async () => (await Promise.all((await tracesOf(run)).map(spansOf))).flat()),
    async page(run) {
      const [trace] = await tracesOf(run);
      return `${url}/#/experiments/${experiments.get(run)}/traces?selectedEvaluationId=${trace?.trace_id}`;
    },
    close,
  };
}

function spanOf({ name, parent_span_id, status, attributes = [] }: MlflowSpan, session: string): BackendSpan {
  const plain = new Map(attributes.map(({ key, value }) => [key, plainValue(value)]));
  // Attributes of MLflow are JSON, or texts that hold it.
  const field = (key: string): unknown => {
    const value = plain.get(key);
    try {
      return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
    } catch {
      return value;
    }
  };
  const text = (key: string): string => {
    const value = field(key) ?? "";
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const usage = (field("mlflow.chat.tokenUsage") ?? {}) as Readonly<Record<string, number | undefined>>;
  const cost = (field("mlflow.llm.cost") ?? {}) as { total_cost?: number };
  return {
    name,
    kind: KINDS[text("mlflow.spanType")] ?? "",
    parent: parent_span_id,
    isError: status?.code === "STATUS_CODE_ERROR",
    input: text("mlflow.spanInputs"),
    output: text("mlflow.spanOutputs"),
    tools: text("mlflow.chat.tools"),
    tokens: {
      input: usage["input_tokens"],
      output: usage["output_tokens"],
      cached: usage["cache_read_input_tokens"],
      // MLflow has no field for them, and shows attributes as they came.
      reasoning: plain.get("gen_ai.usage.reasoning.output_tokens") as number | undefined,
    },
    cost: cost.total_cost ?? 0,
    session,
  };
}

/** Returns an attribute as a plain value. A null has none. */
function plainValue(value: AttributeValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (value.array_value) return (value.array_value.values ?? []).map(plainValue);
  if (value.kvlist_value)
    return Object.fromEntries((value.kvlist_value.values ?? []).map((each) => [each.key, plainValue(each.value)]));
  return value.string_value ?? value.int_value ?? value.double_value ?? value.bool_value;
}
