import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** Distance from the window at which an element counts as near, in pixels. */
const MARGIN = 600;

/** Returns true once an element has come near the window, and from then on. */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  // Known before the first picture, so that a view that is read does not look as if it had nothing more to read.
  useLayoutEffect(() => {
    const top = element.current?.getBoundingClientRect().top;
    if (top !== undefined && top < innerHeight + MARGIN) setNear(true);
  }, [element]);
  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
