import {
  apiSlot,
  describeInvalid,
  describeSettings,
  isSdkDisabled,
  routeDiagnostics,
  SVC_SDK_VERSION,
  hideCredentials,
} from "@svc/core/internal";
import { configuredService } from "../service.ts";
import { checkConfig } from "./config-check.ts";
import { fileVariables, type FileVariables, missingKeysAdvice } from "./environment-files.ts";
import { checkImports } from "./import-checks.ts";
import { applicationGaps } from "../gaps/application-gaps.ts";
import { checkNode } from "./node-check.ts";
import { checkApi, instrumentationMatches } from "./packages.ts";
import type { Check, Report, ShownSetting } from "./report.ts";
import { checkRoundTrip } from "./round-trip.ts";
import { checkSampler } from "./sampler-check.ts";
import { checkEndpoints } from "./own-destination-checks.ts";
import { checkService } from "./service-checks.ts";
import { hasOwnDestination, hasService } from "../sdk/requested-signals.ts";

/**
 * Reports how an application would be traced when started in this folder with this environment. Variables of the files that its start
 * script or framework reads become those of this process.
 */
export async function examine(folder: string): Promise<Report> {
  const variables = fileVariables(folder, process.env);
  Object.assign(process.env, variables.values);
  routeDiagnostics();
  const settings = shownSettings(variables);
  const node = checkNode();
  const instrumentations = instrumentationMatches(folder);
  const checks: Check[] = [
    node,
    settingsCheck(settings),
    ...filesCheck(variables),
    await checkConfig(folder),
    disabledCheck(),
    ...checkSampler(),
    ...(!hasService() && hasOwnDestination() ? await checkEndpoints() : await checkDelivery(node, folder, variables)),
    checkApi(folder, apiSlot()!.version),
    // An older Node would fail every import check, for the reason already reported.
    ...(node.outcome === "ok" ? await checkImports(folder) : []),
    ...applicationGaps(folder),
  ];
  const ok = checks.every(({ outcome }) => outcome !== "problem" && outcome !== "skipped");
  const shown = checks.map((check) => Object.assign({}, check, { detail: hideCredentials(check.detail) }));
  return { ok, sdk: SVC_SDK_VERSION, node: process.versions.node, settings, checks: shown, instrumentations };
}

/** Checks that the service takes what an application sends, and sends it an observation. */
async function checkDelivery(node: Check, folder: string, variables: FileVariables): Promise<Check[]> {
  const service = configuredService();
  const ofService = await checkService(service);
  const isUsable = [node, ...ofService].every(({ outcome }) => outcome === "ok" || outcome === "warning");
  return [
    ...ofService.map((check) => withAdvice(check, missingKeysAdvice(folder, variables))),
    isUsable
      ? await checkRoundTrip(service)
      : { name: "observation", outcome: "skipped", detail: notSent(node, ofService) },
  ];
}

/** Returns why no observation was sent: the first check that failed. */
function notSent(...checks: Array<Check | readonly Check[]>): string {
  const inTheWay = checks.flat().find(({ outcome }) => outcome === "problem");
  return `not sent: see ${inTheWay?.name ?? "service"}`;
}

function shownSettings({ files }: FileVariables): ShownSetting[] {
  return describeSettings().map(({ setting, resolved }) => ({
    name: setting.name,
    value: resolved.value ?? null,
    unit: setting.unit ?? null,
    source: resolved.source,
    file: files[resolved.source] ?? null,
    problems: resolved.invalid.map((problem) => describeInvalid(setting, problem)),
  }));
}

function settingsCheck(settings: readonly ShownSetting[]): Check {
  const name = "settings";
  const problems = settings.flatMap((setting) => setting.problems);
  if (problems.length === 0) return { name, outcome: "ok", detail: "all can be used" };
  return { name, outcome: "problem", detail: `${problems.join("; ")}.` };
}

/** Names the files that variables come from, and what reads them. */
function filesCheck({ files, reader }: FileVariables): Check[] {
  const names = [...new Set(Object.values(files))];
  if (names.length === 0) return [];
  return [{ name: "variables", outcome: "ok", detail: `also from ${names.join(", ")}, as ${reader} reads it` }];
}

/** Adds to missing keys where they are. */
function withAdvice(check: Check, advice: string | undefined): Check {
  const isMissing = check.name === "credentials" && check.outcome === "problem" && check.detail.startsWith("Set ");
  return isMissing && advice !== undefined ? { ...check, detail: `${check.detail} ${advice}` } : check;
}

function disabledCheck(): Check {
  const name = "enabled";
  const isDisabled = isSdkDisabled();
  const detail = isDisabled ? "OTEL_SDK_DISABLED is true: nothing is traced." : "yes";
  return { name, outcome: isDisabled ? "problem" : "ok", detail };
}
