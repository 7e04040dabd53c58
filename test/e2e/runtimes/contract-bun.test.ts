import { testContractIn } from "../../support/runtimes/contract.ts";
import { bun } from "../../support/runtimes/bun.ts";

await testContractIn(bun);
