import type { ReactElement, ReactNode } from "react";

/** Titled part of an observation. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title} tabIndex={-1} className="mt-4 scroll-mt-2 outline-offset-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
