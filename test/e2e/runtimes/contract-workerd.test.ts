import { testContractIn } from "../../support/runtimes/contract.ts";
import { workerd } from "../../support/runtimes/workerd.ts";

await testContractIn(workerd);
