import type { Rolldown } from "tsdown";
/** Choices of a build for its notices. */
interface NoticesOptions {
  /** Name of the file, `THIRD-PARTY-NOTICES.md` by default. */
  readonly fileName?: string;
  /** Folders of packages whose code gets into the build past the bundler, such as stylesheets. */
  readonly folders?: readonly string[];
}
/**
 * Adds the licences of the bundled packages: each text once, below the packages that use it. A build without code of another package gets
 * no file.
 */
export declare function thirdPartyNotices(options?: NoticesOptions): Rolldown.Plugin;
