// A function of a serverless platform: it answers, waits for what it has recorded, and is frozen then, which a signal that
// cannot be caught stands for here.
import { flush } from "@svc/register";
import { startObservation } from "@svc/tracing";

startObservation("first").end();
await flush();
startObservation("second").end();
await flush();
process.kill(process.pid, "SIGKILL");
