/** Collects the SDK's log lines during the work instead of printing them. */
export async function withLogCaptured<T>(work: () => Promise<T>): Promise<{ result: T; lines: string[] }> {
  const lines: string[] = [];
  const { error, warn } = console;
  const collect = (line: unknown): void => void lines.push(String(line));
  Object.assign(console, { error: collect, warn: collect });
  try {
    return { result: await work(), lines };
  } finally {
    Object.assign(console, { error, warn });
  }
}
