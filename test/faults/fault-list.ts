import { application } from "./application/application.ts";
import { ends } from "./ends/ends.ts";
import type { Subject } from "./fault.ts";
import { service } from "./service/service.ts";
import { spool } from "./spool/spool.ts";
import { answers } from "./outage/answers.ts";
import { namesAndCertificates } from "./outage/names-and-certificates.ts";
import { outages } from "./outage/outages.ts";

/** All subjects, in the order of the table. */
export const SUBJECTS: readonly Subject[] = [outages, answers, namesAndCertificates, application, ends, spool, service];
