import { SILENT, type Progress } from "../../experiment/progress.ts";

/** Starts no progress bar: there is no terminal. */
export function startProgress(_label: string, _total: number, _isWanted: boolean | undefined): Progress {
  return SILENT;
}
