import { useEffect, useEffectEvent, useState } from "react";
import { useProject } from "./project.tsx";

/** Observation of the event stream: what a list needs of it. */
interface ObservationEvent {
  readonly traceId: string;
}

/**
 * Calls `onTrace` with the trace of every observation that is stored from now on. Returns true while the stream is open. The
 * browser connects again by itself, and reads on from where it was.
 */
export function useObservationEvents(onTrace: (traceId: string) => void): boolean {
  const { path } = useProject();
  const [isOpen, setOpen] = useState(false);
  const onEvent = useEffectEvent((event: MessageEvent<string>) => {
    onTrace((JSON.parse(event.data) as ObservationEvent).traceId);
  });
  useEffect(() => {
    const stream = new EventSource(`${path}/api/local/observations/events`);
    stream.addEventListener("open", () => setOpen(true));
    stream.addEventListener("error", () => setOpen(false));
    stream.addEventListener("observation", onEvent);
    return () => stream.close();
  }, [path]);
  return isOpen;
}
