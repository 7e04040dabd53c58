import { type ReactElement, useEffect } from "react";

/** Page of an address that has no view. */
export function UnknownPage(): ReactElement {
  useEffect(() => {
    document.title = "Not found · svc";
  }, []);
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="mb-2 text-xl font-semibold">There is nothing here</h1>
      <p className="mb-4 break-words">
        The service has no page at <bdi className="font-mono">{location.pathname}</bdi>. The address may be one of the
        hosted service that the local service does not have.
      </p>
      <a href="/" className="text-link underline">
        Show the traces
      </a>
    </main>
  );
}
