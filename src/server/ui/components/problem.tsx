import type { ReactElement } from "react";

/** Most characters of a message that the page shows. */
const MOST = 1_000;

/** Error of the service, with a way to try again. */
export function Problem({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <div role="alert" className="m-4 max-w-3xl">
      <h2 className="text-red mb-1 font-semibold">The service did not answer this</h2>
      <p className="mb-3 font-mono text-xs break-words">{error.message.slice(0, MOST)}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
