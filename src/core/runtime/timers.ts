/** Starts a timer like `setTimeout`, but a pending timer does not keep the process alive. */
export function safeSetTimeout(fn: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(fn, milliseconds);
  // Node and Bun have timers that are objects; elsewhere nothing keeps a process alive.
  (timer as { unref?(): void }).unref?.();
  return timer;
}

/** Starts a timer like `setInterval`, but the timer does not keep the process alive. */
export function safeSetInterval(fn: () => void, milliseconds: number): ReturnType<typeof setInterval> {
  const timer = setInterval(fn, milliseconds);
  (timer as { unref?(): void }).unref?.();
  return timer;
}

/** Waits. A pending wait does not keep the process alive. */
export function waitInBackground(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void safeSetTimeout(resolve, milliseconds));
}
