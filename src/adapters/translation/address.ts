import { configInvalid } from "./failures.js";

/** The address of a service, with a slash at its end. Throws CONFIG_INVALID. */
export function readAddress(service: string, address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw configInvalid(
      `The address of ${service} is not one that can be used. Write it like http://localhost:5000, without a question mark.`,
      "url",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw configInvalid(`The address of ${service} holds a user name or password. Leave them out.`, "url");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}
