import type { ReportedCall } from "@svc/core/internal";

/** Number of model calls that instrumentations of providers have recorded, and that no event of LlamaIndex has claimed. */
export class CallCount implements ReportedCall {
  readonly isContentWithheld = false;
  #count = 0;

  get isRecorded(): boolean {
    return this.#count > 0;
  }

  /** Counts a call. Instrumentations set the field for each call that they record. */
  set isRecorded(value: boolean) {
    if (value) this.#count++;
  }

  /** Claims one call. Returns false when none is left. */
  claim(): boolean {
    if (this.#count === 0) return false;
    this.#count--;
    return true;
  }
}
