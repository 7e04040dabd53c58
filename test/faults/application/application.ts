import type { Subject } from "../fault.ts";
import { backgroundResponses } from "./background.ts";
import { situations } from "./situations.ts";
import { strangeValues } from "./strange-values.ts";
import { unreadCalls } from "./unread-calls.ts";

/** The application itself does something unusual. */
export const application: Subject = {
  title: "Application",
  faults: [...strangeValues, ...situations, ...unreadCalls, ...backgroundResponses],
};
