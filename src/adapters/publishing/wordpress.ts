import { ScriptoriumError } from "../../kernel/errors.js";
import type { Target, TargetWorld } from "./target.js";
import { restTarget } from "./wordpress-rest.js";
import { openRest } from "./wordpress-rest-site.js";
import { rpcTarget } from "./wordpress-xmlrpc.js";
import { openXmlRpc } from "./wordpress-xmlrpc-site.js";

/** A WordPress, logged in over REST, else over XML-RPC, as its account says. */
export async function openWordPress(world: TargetWorld, signal: AbortSignal): Promise<Target> {
  const { blog, connection, now } = world;
  if (blog.api === "xmlrpc") return rpcTarget(await openXmlRpc(blog, connection, signal), now);
  try {
    return restTarget(await openRest(blog, connection, signal));
  } catch (error) {
    if (blog.api === "rest" || !isOfRest(error)) throw error;
    return await overXmlRpc(world, error, signal);
  }
}

/** Whether XML-RPC may go well where REST does not: it takes the usual password too, and plugins often close but one of the two. */
function isOfRest(error: unknown): error is ScriptoriumError {
  if (!ScriptoriumError.is(error)) return false;
  return error.code === "auth" || error.code === "blocked" || error.facts["rest"] === "off";
}

async function overXmlRpc(world: TargetWorld, rest: ScriptoriumError, signal: AbortSignal): Promise<Target> {
  try {
    return rpcTarget(
      await openXmlRpc(world.blog, world.connection, signal),
      world.now,
      `XML-RPC is used, because ${reason(rest)}.`,
    );
  } catch (error) {
    signal.throwIfAborted();
    // Of two that are refused the first says more, unless only the second knows the password.
    const isAuth = ScriptoriumError.is(error) && error.code === "auth";
    throw isAuth && rest.code !== "auth" ? error : rest;
  }
}

function reason({ code, facts }: ScriptoriumError): string {
  if (code === "auth") return "REST refuses the login; it takes application passwords only";
  return facts["rest"] === "off" ? "the REST API is switched off" : "the REST API is blocked";
}
