import { basicAuthorization, LOCAL_KEYS } from "@svc/core/internal";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SERVER_PROGRAM } from "../paths.ts";

/** Observation as the service's API returns it with every field group. */
export interface StoredObservation {
  id: string;
  traceId: string;
  parentObservationId: string | null;
  type: string;
  name: string;
  level: string;
  statusMessage: string | null;
  environment: string;
  release: string | null;
  startTime: string;
  endTime: string;
  completionStartTime: string | null;
  input: string | null;
  output: string | null;
  metadata: Record<string, unknown>;
  providedModelName: string | null;
  modelParameters: Record<string, unknown>;
  usageDetails: Record<string, number>;
  costDetails: Record<string, number>;
  traceName: string | null;
  userId: string | null;
  sessionId: string | null;
  tags: string[];
}

/** Score as the service's API returns it. */
export interface StoredScore {
  id: string;
  name: string;
  value: unknown;
  dataType: string;
  environment: string;
  timestamp: string;
  comment?: string | null;
  metadata?: Record<string, unknown>;
  subject?: { kind: string; id: string; traceId?: string };
}

export interface LocalServiceOptions {
  /** Port; by default a free one. */
  port?: number;
  /** Folder of the data; by default nothing is kept on disk. */
  data?: string;
  /** Key pair of the requests; by default the one that every local service accepts. */
  keys?: { publicKey: string; secretKey: string };
}

/** Local service in a separate process. */
export interface LocalService {
  readonly url: string;
  /** Returns every stored observation, oldest first. */
  observations(query?: Record<string, string>): Promise<StoredObservation[]>;
  /** Returns the scores as the API returns them, newest first. */
  scores(query?: Record<string, string>): Promise<StoredScore[]>;
  stop(): Promise<void>;
}

const FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";

export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const { port = 0, data, keys = LOCAL_KEYS } = options;
  const kept = data === undefined ? ["--memory"] : ["--data", data];
  const own = options.keys === undefined ? [] : ["--env-keys"];
  const child = spawn(process.execPath, [SERVER_PROGRAM, ...kept, "--port", String(port), ...own], {
    env: { ...process.env, SVC_PUBLIC_KEY: keys.publicKey, SVC_SECRET_KEY: keys.secretKey },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout);
  let url: string | undefined;
  for await (const line of lines) {
    url = /^svc-server listening on (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  if (!url) throw new Error("The local service did not start.");
  child.stdout.resume();

  const authorization = basicAuthorization(keys.publicKey, keys.secretKey);

  async function list<T>(path: string, query: Record<string, string>): Promise<T[]> {
    const response = await fetch(`${url}/api/public/${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization },
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T[] }).data;
  }

  return {
    url,
    scores: (query = {}) => list("v3/scores", query),
    async observations(query = {}) {
      const data = await list<StoredObservation>("v2/observations", { fields: FIELDS, ...query });
      return data.toSorted((a, b) => a.startTime.localeCompare(b.startTime));
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
