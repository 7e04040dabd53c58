import { testContractIn } from "../../support/runtimes/contract.ts";
import { edge } from "../../support/runtimes/edge.ts";

await testContractIn(edge);
