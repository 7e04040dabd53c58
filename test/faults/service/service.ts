import type { Subject } from "../fault.ts";
import { crashes } from "./crashes.ts";
import { disks } from "./disks.ts";
import { load } from "./load.ts";
import { upgrades } from "./upgrade.ts";

/** Faults of the local service. */
export const service: Subject = { title: "Service", faults: [...crashes, ...disks, ...upgrades, ...load] };
