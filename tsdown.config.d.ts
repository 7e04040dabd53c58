import { type UserConfig } from "tsdown";
declare const _default: UserConfig[];
export default _default;
