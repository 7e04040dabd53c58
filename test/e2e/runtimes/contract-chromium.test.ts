import { testContractIn } from "../../support/runtimes/contract.ts";
import { chromium } from "../../support/runtimes/chromium.ts";

await testContractIn(chromium);
