// Records one observation, then three in one turn of the event loop, and waits for their delivery each time.
import { flush } from "@svc/register";
import { startObservation } from "@svc/tracing";

startObservation("first").end();
await flush();
for (const name of ["a", "b", "c"]) startObservation(name).end();
await flush();
