import { testContractIn } from "../../support/runtimes/contract.ts";
import { deno } from "../../support/runtimes/deno.ts";

await testContractIn(deno);
