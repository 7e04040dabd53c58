import { safeSetTimeout } from "@svc/core/internal";
import type { Answer, BackgroundAnswer, WaitingCall } from "./operation.ts";

/** Maximum number of calls that wait, and of answers that are known. The oldest is left out first. */
const MAX_ANSWERS = 1_000;

/** Longest time that a call waits for its answer. A span that does not end is not sent. */
const MAX_WAIT_MS = 3_600_000;

/** Age up to which an answer is new that this process hears of when it is finished, such as by a webhook. */
const NEW_MS = 60_000;

const waiting = new Map<string, { readonly call: WaitingCall; readonly timer: ReturnType<typeof setTimeout> }>();

/** Answers of the process by their ids: true for one that is recorded, false for one that was seen unfinished. */
const known = new Map<string, boolean>();

/** Has a call wait until the application fetches the rest of its answer. */
export function waitForAnswer(id: string, call: WaitingCall): void {
  giveUp(id);
  note(id, false);
  waiting.set(id, { call, timer: safeSetTimeout(() => giveUp(id), MAX_WAIT_MS) });
  if (waiting.size > MAX_ANSWERS) giveUp(waiting.keys().next().value!);
}

/**
 * Takes an answer that the application has fetched, and ends the call that waits for it. Where no call waits, because another
 * process made it, `start` makes one. An answer is recorded once, and only while it is new: the application may show old ones.
 */
export function fetchedAnswer(answer: Answer, start: (background: BackgroundAnswer) => WaitingCall | undefined): void {
  const { background } = answer;
  if (background === undefined) return;
  const { id, wait } = background;
  const wasSeen = known.get(id);
  if (wait !== undefined || wasSeen === true) {
    note(id, wasSeen ?? false);
    return;
  }
  const call = take(id);
  if (call === undefined && wasSeen === undefined && !isNew(background)) return;
  note(id, true);
  (call ?? start(background))?.endFetched(answer);
}

function isNew({ startedAt, endedAt = startedAt }: BackgroundAnswer): boolean {
  return endedAt !== undefined && Date.now() - endedAt < NEW_MS;
}

function giveUp(id: string): void {
  take(id)?.endUnfetched();
}

function take(id: string): WaitingCall | undefined {
  const found = waiting.get(id);
  if (found === undefined) return undefined;
  waiting.delete(id);
  clearTimeout(found.timer);
  return found.call;
}

function note(id: string, isRecorded: boolean): void {
  known.delete(id);
  known.set(id, isRecorded);
  if (known.size > MAX_ANSWERS) known.delete(known.keys().next().value!);
}
