// Loads a second copy of the preload beside the one that Node was started with, and asks.
require(process.env.SECOND_COPY);
require("@svc/register");
require("@svc/register/start").start();
require("./ask.cjs");
