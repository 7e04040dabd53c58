import { LOCAL_KEYS, joinUrl } from "@svc/core/internal";
import { type Service, ask, whyUnanswered } from "../service.ts";
import type { Check } from "./report.ts";

/** Oldest service version that this SDK works with. Contract: "Versioning". */
const OLDEST = [4, 55, 0] as const;

/** Tolerated difference of the clocks, in seconds. With a larger one, observations appear in the wrong place of a list. */
const TOLERATED_SKEW = 5;

/** Checks that the service is reachable and recent enough, accepts the keys, and has the same time as this machine. */
export async function checkService(service: Service): Promise<Check[]> {
  if (service.baseUrlProblem !== undefined) return unusable(service.baseUrlProblem);
  const sent = Date.now();
  let health: Response;
  try {
    health = await ask(service, HEALTH_PATH);
  } catch (error) {
    return unusable(`${service.baseUrl} could not be reached: ${whyUnanswered(error)}.${schemeHint(service, error)}`);
  }
  const received = Date.now();
  const problem = answerProblem(service, health);
  if (problem !== undefined) return unusable(problem);
  return [
    { name: "service", outcome: "ok", detail: service.baseUrl },
    versionCheck(await readServiceVersion(health)),
    clockCheck(health.headers.get("date"), (sent + received) / 2),
    await credentialsCheck(service),
  ];
}

const HEALTH_PATH = "/api/public/health";

/** Returns a problem with the service, and marks the checks that depend on it as skipped. */
function unusable(detail: string): Check[] {
  const rest = ["version", "clock", "credentials"];
  return [
    { name: "service", outcome: "problem", detail },
    ...rest.map((name) => ({ name, outcome: "skipped", detail: "no service" }) as const),
  ];
}

/** Returns the reason why the answer to {@link HEALTH_PATH} cannot come from the service; undefined when it may. */
function answerProblem({ baseUrl }: Service, { ok, status, headers }: Response): string | undefined {
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    // The query of an address may hold secrets.
    const { origin, pathname } = new URL(location, joinUrl(baseUrl, HEALTH_PATH));
    const target = origin + pathname;
    const advice = target.endsWith(HEALTH_PATH)
      ? `set SVC_BASE_URL=${target.slice(0, -HEALTH_PATH.length)}`
      : "is SVC_BASE_URL the address of the service, and not of a page in front of it?";
    return `${baseUrl} redirects to ${target}, which spans do not follow: ${advice}`;
  }
  if (!ok) {
    return `${baseUrl} answers with status ${status} to ${HEALTH_PATH}: is SVC_BASE_URL the address of the service, without a path of its API?`;
  }
  if (headers.get("content-type")?.includes("text/html")) {
    return `${baseUrl} answers with a page, not as the service does: is something in front of it that asks to sign in?`;
  }
  return undefined;
}

/** Returns a hint when the error looks like a wrong scheme in the address. */
function schemeHint({ baseUrl }: Service, error: unknown): string {
  const isTls = baseUrl.startsWith("https:") && /SSL|EPROTO/.test(whyUnanswered(error));
  return isTls ? " It does not speak TLS: is it http:// rather than https://?" : "";
}

async function readServiceVersion(response: Response): Promise<string | undefined> {
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
  // The `date` header has whole seconds, rounded down.
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
    if (response.status === 403 && service.publicKey === LOCAL_KEYS.publicKey) {
      return {
        name,
        outcome: "problem",
        detail: "The service needs a key pair of its own: svc-server keys makes one.",
      };
    }
    const why =
      response.status === 401 || response.status === 403 ? "The service does not know these keys" : "Unexpected";
    const detail = `${why} (status ${response.status}): check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL.`;
    return { name, outcome: "problem", detail };
  } catch (error) {
    return { name, outcome: "problem", detail: `The service did not answer: ${whyUnanswered(error)}.` };
  }
}

async function projectOf(response: Response): Promise<string> {
  const { data } = (await response.json()) as { data?: Array<{ name?: string; id?: string }> };
  const project = data?.[0]?.name ?? data?.[0]?.id;
  return project === undefined ? "good" : `good, for the project ${project}`;
}
