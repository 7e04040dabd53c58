import assert from "node:assert/strict";
import { startConnectProxy } from "../../support/http/connect-proxy.ts";
import { startTlsFront, TLS_FILES, type TlsFront } from "../../support/http/tls-front.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import type { Fault, Mutation, Subject, Trial } from "../fault.ts";
import { record } from "../recorder.ts";
import { countedLosses, noLosses } from "./network.ts";
import { FORGETS_REFUSED } from "./outages.ts";

/** Seconds of `SVC_SHUTDOWN_TIMEOUT` in rows whose service cannot be reached. */
const BOUND_S = 1;

/** Longest time, in milliseconds, by which the end of the process may exceed that bound. */
const LONGEST_EXTRA_MS = 1_500;

const SAYS_NOTHING: Mutation = {
  says: "losses at the end of the process are not said",
  find: 'if(line!=="")require_starting.logger.error(line)',
  put: "void line",
};

/** Service behind TLS, at names that only a proxy knows: `service.test`, which the certificate names, and `other.test`. */
interface SecureService {
  readonly service: WholeService;
  readonly front: TlsFront;
  readonly env: Readonly<Record<string, string>>;
}

async function withTls<T>(run: (secure: SecureService) => Promise<T>): Promise<T> {
  const service = await startWholeService();
  const front = await startTlsFront(service.url, false);
  const proxy = await startConnectProxy({ "service.test": front.port, "other.test": front.port });
  try {
    return await run({ service, front, env: { HTTPS_PROXY: proxy.url } });
  } finally {
    await proxy.close();
    await front.close();
    await service.close();
  }
}

/** Records for a service that is never reached; checks that every loss is said with its reason, and that the end is bounded. */
async function loseAll(
  trial: Trial,
  url: string,
  reason: RegExp,
  { service, env }: Pick<SecureService, "service" | "env">,
): Promise<string> {
  const run = await record(trial, {
    perSecond: 200,
    seconds: 2,
    url,
    env: { SVC_FLUSH_AT: "50", SVC_SHUTDOWN_TIMEOUT: String(BOUND_S), ...env },
  });
  assert.match(run.stderr, reason);
  assert.equal(service.spans.size, 0, "observations arrived");
  assert.ok(run.endMs < BOUND_S * 1_000 + LONGEST_EXTRA_MS, `the end took ${run.endMs} ms`);
  return `${countedLosses(run, service)}, all said, end delayed by ${(run.endMs / 1e3).toFixed(1)} s`;
}

const SAID = "Every loss is counted and said, with the reason; the end of the process is bounded";

const ROWS: readonly Fault[] = [
  {
    fault: "The name of the service does not resolve",
    outcome: SAID,
    failsWhen: SAYS_NOTHING,
    measure: async (trial) => {
      const service = await startWholeService();
      try {
        return await loseAll(trial, "http://service.invalid", /could not be reached \((ENOTFOUND|EAI_AGAIN)\)/, {
          service,
          env: {},
        });
      } finally {
        await service.close();
      }
    },
  },
  {
    fault: "The certificate of the service is from an authority that nobody trusts",
    outcome: SAID,
    failsWhen: SAYS_NOTHING,
    measure: (trial) =>
      withTls((secure) => loseAll(trial, "https://service.test", /unable to verify|self.signed certificate/i, secure)),
  },
  {
    fault: "The certificate of the service names another host",
    outcome: SAID,
    failsWhen: SAYS_NOTHING,
    measure: (trial) =>
      withTls(({ env, ...secure }) =>
        loseAll(trial, "https://other.test", /does not match certificate's altnames/, {
          ...secure,
          env: { ...env, OTEL_EXPORTER_OTLP_CERTIFICATE: TLS_FILES.authority },
        }),
      ),
  },
  {
    fault: "The certificate of the service expires while the application runs, and is renewed",
    outcome: "Nothing is lost, and a line names the reason",
    failsWhen: FORGETS_REFUSED,
    measure: (trial) =>
      withTls(async ({ service, front, env }) => {
        const run = await record(trial, {
          perSecond: 200,
          seconds: 6,
          url: "https://service.test",
          env: { ...env, SVC_FLUSH_AT: "50", OTEL_EXPORTER_OTLP_CERTIFICATE: TLS_FILES.authority },
          at: { 1: () => front.present("server-expired"), 3: () => front.present("server") },
        });
        assert.match(run.stderr, /certificate has expired\); spans wait and are sent again/);
        return noLosses(run, service);
      }),
  },
];

/** The service has no address, or cannot prove that it is the service. */
export const namesAndCertificates: Subject = { title: "Names and certificates", isMostlyWaiting: true, faults: ROWS };
