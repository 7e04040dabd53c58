import type { ReactElement, ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Explanation of what appears here, and from where. */
  children: ReactNode;
  /** Commands or program that bring the first record. */
  code?: string;
  /** True where nothing else stands in the view: the title is that of the page. */
  isWholeView?: boolean;
}

/** Help in place of a list that has nothing yet: the next step. */
export function EmptyState({ title, children, code, isWholeView = false }: EmptyStateProps): ReactElement {
  const Heading = isWholeView ? "h1" : "h2";
  return (
    <div className="mx-auto w-full max-w-3xl p-8">
      <Heading className="mb-2 text-lg font-semibold">{title}</Heading>
      <div className="mb-3">{children}</div>
      {code !== undefined && (
        <pre className="bg-panel border-line mb-3 overflow-x-auto rounded-md border p-3 font-mono text-xs" tabIndex={0}>
          {code}
        </pre>
      )}
    </div>
  );
}
