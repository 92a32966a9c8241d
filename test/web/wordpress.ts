import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import { answers, freePort, programPath, ready, run, serve } from "./programs.js";

const CODE = "/usr/share/wordpress";
const PACKAGES =
  "php-cli php-mysql php-xml php-curl php-mbstring php-gd wordpress wordpress-theme-twentytwentyone mariadb-server";

/** Why a real WordPress cannot be tried on this machine; undefined when it can. */
function whyNoWordPress(): string | undefined {
  const isThere = existsSync(join(CODE, "wp-load.php")) && ["php", "mariadbd"].every((name) => programPath(name));
  return isThere ? undefined : `not installed: apt-get install ${PACKAGES}`;
}

export interface WordPressPost {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** @default "post" */
  readonly type?: "post" | "page";
  /** ISO 8601. */
  readonly date?: string;
  readonly categories?: readonly string[];
}

/** Of the application passwords of its users. */
export type WordPressLogin = "admin" | "anna";

interface WordPress {
  readonly url: string;
  /** The usual password of each is its login with `-password`. */
  readonly passwords: Readonly<Record<WordPressLogin, string>>;
  /** The folder of its code, from which PHP programs can load it. */
  readonly root: string;
  stop(): Promise<void>;
}

/** Tests of one real WordPress with these posts, which are skipped where it is not installed. */
export function describeWordPress(
  posts: readonly WordPressPost[],
  tests: (site: Pick<WordPress, "url" | "passwords" | "root">) => void,
): void {
  const why = whyNoWordPress();
  describe.skipIf(why !== undefined)(`a real WordPress${why ? ` (${why})` : ""}`, () => {
    let site: WordPress;
    beforeAll(async () => {
      site = await startWordPress(posts);
    }, 120_000);
    afterAll(() => site?.stop());
    tests({
      get url() {
        return site.url;
      },
      get passwords() {
        return site.passwords;
      },
      get root() {
        return site.root;
      },
    });
  });
}

/** A real WordPress with a database of its own on free ports, with these posts in it. Takes some ten seconds. */
async function startWordPress(posts: readonly WordPressPost[]): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-wordpress-"));
  const [port, databasePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const root = join(folder, "site");
  const services: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const service of services.reverse()) await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    services.push(await startDatabase(folder, databasePort));
    cpSync(CODE, root, { recursive: true, dereference: true });
    writeFileSync(join(root, "wp-config.php"), configuration(databasePort));
    writeFileSync(join(folder, "posts.json"), JSON.stringify(posts));
    const program = (name: string) => fileURLToPath(new URL(`./wordpress/${name}.php`, import.meta.url));
    run("php", [program("install"), root, url, join(folder, "posts.json")]);
    const quiet = ["-d", "error_reporting=0"];
    const service = serve("php", [...quiet, "-S", `127.0.0.1:${port}`, "-t", root, program("router")], {
      PHP_CLI_SERVER_WORKERS: "4",
    });
    services.push(service);
    await ready("WordPress", service, () => answers(`${url}/wp-json/`));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, root, passwords: JSON.parse(readFileSync(join(folder, "passwords.json"), "utf8")), stop };
}

async function startDatabase(folder: string, port: number) {
  const [data, socket] = [join(folder, "data"), join(folder, "socket")];
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  run("mariadb-install-db", [
    "--no-defaults",
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    ...user,
    `--datadir=${data}`,
  ]);
  const service = serve("mariadbd", [
    "--no-defaults",
    ...user,
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--skip-log-bin",
    "--innodb-flush-log-at-trx-commit=0",
  ]);
  const isUp = () => {
    try {
      run("mariadb-admin", ["--no-defaults", "-S", socket, "-uroot", "ping"]);
      return true;
    } catch {
      return false;
    }
  };
  try {
    await ready("MariaDB", service, isUp);
    const statements =
      "CREATE DATABASE site CHARACTER SET utf8mb4; CREATE USER site@'%' IDENTIFIED BY 'site'; GRANT ALL ON site.* TO site@'%'";
    run("mariadb", ["--no-defaults", "-S", socket, "-uroot", "-e", statements]);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

/** It reaches nothing outside, and runs no jobs besides the requests of the tests. */
function configuration(databasePort: number): string {
  const constants = {
    DB_NAME: "site",
    DB_USER: "site",
    DB_PASSWORD: "site",
    DB_HOST: `127.0.0.1:${databasePort}`,
    DB_CHARSET: "utf8mb4",
    DB_COLLATE: "",
    WP_ENVIRONMENT_TYPE: "local",
    WP_HTTP_BLOCK_EXTERNAL: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    DISABLE_WP_CRON: true,
    WP_DEBUG: false,
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`);
  return `<?php
${lines.join("\n")}
error_reporting(0);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}
