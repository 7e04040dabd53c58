// To be bundled into one file: starts tracing in code and makes an observation by hand.
import { start } from "@svc/register/start";
import { startActiveObservation } from "@svc/tracing";

start();
start();
startActiveObservation("by hand", (span) => {
  span.update({ input: "in", output: "out" });
});
