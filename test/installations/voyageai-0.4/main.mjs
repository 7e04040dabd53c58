import * as voyageai from "voyageai";
import { converse } from "../voyageai.mjs";

await converse(voyageai);
