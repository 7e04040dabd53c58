import assert from "node:assert/strict";
import { startTcpFront, type TcpFront } from "../../support/http/tcp-front.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import { saidLost, type RecordingRun } from "../recorder.ts";

/** A service behind a network that can break. */
export interface Network {
  readonly service: WholeService;
  readonly front: TcpFront;
}

/** Runs with a service behind a front, and closes both. */
export async function withNetwork<T>(
  begins: "refusing" | "forwarding",
  run: (network: Network) => Promise<T>,
): Promise<T> {
  const service = await startWholeService();
  const front = await startTcpFront(service.url, begins);
  try {
    return await run({ service, front });
  } finally {
    await front.close();
    await service.close();
  }
}

/** Returns what was measured after it has been checked that every lost observation was counted and said. */
export function countedLosses(run: RecordingRun, { spans }: WholeService): string {
  const lost = run.made - spans.size;
  assert.equal(saidLost(run.stderr), lost, `${lost} of ${run.made} lost, but the log lines say: ${run.stderr}`);
  return `${lost.toLocaleString("en-US")} of ${run.made.toLocaleString("en-US")} lost`;
}

/** The same, and checks that nothing is lost. */
export function noLosses(run: RecordingRun, service: WholeService): string {
  const text = countedLosses(run, service);
  assert.equal(service.spans.size, run.made, `${text}: ${run.stderr}`);
  return text;
}
