import assert from "node:assert/strict";
import { startTcpFront, type TcpFront } from "../../support/http/tcp-front.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import { saidLosses, type RecordingRun } from "../recorder.ts";

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

/**
 * Returns what was measured after it has been checked that every lost observation was counted and said: no more are said
 * to be lost than are lost, and the lost ones are among those and the ones that may not have arrived.
 */
export function countedLosses(run: RecordingRun, { spans }: WholeService): string {
  const lost = run.made - spans.size;
  const said = saidLosses(run.stderr);
  const isSaid = said.lost <= lost && lost <= said.lost + said.unsure;
  assert.ok(isSaid, `${lost} of ${run.made} lost, but the log lines say: ${run.stderr}`);
  const text = `${count(lost)} of ${count(run.made)} lost`;
  return said.unsure === 0
    ? text
    : `${text}; said: ${count(said.lost)} lost, ${count(said.unsure)} may not have arrived`;
}

/** The same, and checks that nothing is lost, nor said to be. */
export function noLosses(run: RecordingRun, service: WholeService): string {
  const text = countedLosses(run, service);
  assert.deepEqual([service.spans.size, saidLosses(run.stderr)], [run.made, { lost: 0, unsure: 0 }], run.stderr);
  return text;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
