// Starts, is ready and ends.
import { ready } from "./ready.mjs";

ready();
