import type { Rolldown } from "tsdown";
/** Adds the licences of the bundled packages: each text once, below the packages that use it. */
export declare const thirdPartyNotices: Rolldown.Plugin;
