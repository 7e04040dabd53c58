export { deliverExitQueues } from "./exit/deliver-exit-queues.ts";
