import { SILENT, type Progress } from "../../experiment/progress.ts";

/**
 * Starts a progress bar on standard error. The bar needs a terminal, also when `isWanted` is true; without one, progress
 * is silent.
 */
export async function startProgress(label: string, total: number, isWanted: boolean | undefined): Promise<Progress> {
  if (isWanted === false || !process.stderr.isTTY || total === 0) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const format = `{bar} {value}/{total} {eta_formatted} ${label.replaceAll(/[{}]/g, "")}`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true });
  bar.start(total, 0);
  return { increment: () => bar.increment(), stop: () => bar.stop() };
}
