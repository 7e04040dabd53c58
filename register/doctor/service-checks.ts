import { basicAuthorization, joinUrl, resolveSetting, serviceFetch } from "@svc/core";
import type { Check } from "./report.ts";

/** The oldest service that this SDK works with. Contract: "Versioning". */
const OLDEST = [4, 55, 0] as const;

/** Seconds that the clocks may be apart: beyond, observations stand in the wrong place of a list. */
const TOLERATED_SKEW = 5;

/** The service of this environment. */
export interface Service {
  readonly baseUrl: string;
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
}

/** The service as the settings have it. */
export function configuredService(): Service {
  return {
    baseUrl: resolveSetting("baseUrl").value,
    publicKey: resolveSetting("publicKey").value,
    secretKey: resolveSetting("secretKey").value,
  };
}

/** Asks the service for a path, with the credentials where there are any. Rejects when it cannot be reached in time. */
export async function ask({ baseUrl, publicKey, secretKey }: Service, path: string): Promise<Response> {
  const authorization = publicKey && secretKey ? { authorization: basicAuthorization(publicKey, secretKey) } : {};
  const { value: seconds } = resolveSetting("timeout");
  return serviceFetch(joinUrl(baseUrl, path), { headers: authorization, signal: AbortSignal.timeout(seconds * 1000) });
}

/** Whether the service can be reached, is new enough, knows the keys and has the same time. */
export async function checkService(service: Service): Promise<Check[]> {
  const sent = Date.now();
  let health: Response;
  try {
    health = await ask(service, "/api/public/health");
  } catch (error) {
    return [
      { name: "service", outcome: "problem", detail: `${service.baseUrl} could not be reached: ${reasonOf(error)}.` },
      ...["version", "clock", "credentials"].map(
        (name) => ({ name, outcome: "skipped", detail: "no service" }) as const,
      ),
    ];
  }
  const received = Date.now();
  return [
    reachable(service, health),
    versionCheck(await versionOf(health)),
    clockCheck(health.headers.get("date"), (sent + received) / 2),
    await credentialsCheck(service),
  ];
}

function reachable({ baseUrl }: Service, { ok, status }: Response): Check {
  const detail = ok ? baseUrl : `${baseUrl} answers with status ${status}: is SVC_BASE_URL the address of the service?`;
  return { name: "service", outcome: ok ? "ok" : "problem", detail };
}

async function versionOf(response: Response): Promise<string | undefined> {
  try {
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

function versionCheck(version: string | undefined): Check {
  const name = "version";
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? "")
    ?.slice(1)
    .map(Number);
  if (parts === undefined) {
    return { name, outcome: "problem", detail: "The service does not say which version it is: is SVC_BASE_URL right?" };
  }
  const differing = OLDEST.findIndex((part, index) => part !== parts[index]);
  const isOld = differing !== -1 && parts[differing]! < OLDEST[differing]!;
  const detail = isOld ? `${version}, but ${OLDEST.join(".")} or later is needed: update the service.` : version!;
  return { name, outcome: isOld ? "problem" : "ok", detail };
}

function clockCheck(date: string | null, now: number): Check {
  const name = "clock";
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return { name, outcome: "warning", detail: "The service does not say what time it is." };
  // The header has whole seconds, cut off.
  const seconds = Math.round((now - theirs - 500) / 100) / 10;
  const apart = Math.abs(seconds);
  if (apart <= TOLERATED_SKEW) return { name, outcome: "ok", detail: "in step with the service" };
  const detail = `${apart} s ${seconds > 0 ? "ahead of" : "behind"} the service: set the clock of this machine.`;
  return { name, outcome: "warning", detail };
}

async function credentialsCheck(service: Service): Promise<Check> {
  const name = "credentials";
  const missing = [
    ...(service.publicKey === undefined ? ["SVC_PUBLIC_KEY"] : []),
    ...(service.secretKey === undefined ? ["SVC_SECRET_KEY"] : []),
  ];
  if (missing.length > 0) return { name, outcome: "problem", detail: `Set ${missing.join(" and ")}.` };
  try {
    const response = await ask(service, "/api/public/projects");
    if (response.ok) return { name, outcome: "ok", detail: await projectOf(response) };
    const why =
      response.status === 401 || response.status === 403 ? "The service does not know these keys" : "Unexpected";
    const detail = `${why} (status ${response.status}): check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL.`;
    return { name, outcome: "problem", detail };
  } catch (error) {
    return { name, outcome: "problem", detail: `The service did not answer: ${reasonOf(error)}.` };
  }
}

async function projectOf(response: Response): Promise<string> {
  const { data } = (await response.json()) as { data?: Array<{ name?: string; id?: string }> };
  const project = data?.[0]?.name ?? data?.[0]?.id;
  return project === undefined ? "good" : `good, for the project ${project}`;
}

/** What went wrong, without the words around it. */
export function reasonOf(error: unknown): string {
  const { cause, name, message } = error as { cause?: { code?: string }; name?: string; message?: string };
  return cause?.code ?? (name === "TimeoutError" ? "no answer in time (SVC_TIMEOUT)" : (message ?? String(error)));
}
