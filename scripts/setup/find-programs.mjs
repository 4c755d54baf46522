import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run } from '../child-process.mjs'
import { root } from '../root.mjs'

const APT = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true }
/** Packages that are unpacked and not installed. */
const UNPACKED = `${root}.cache/debian`

/** What the search may ask of the machine; a test answers in its place. */
const machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/debian_version'),
  isThere: existsSync,
  list: (/** @type {string} */ folder) => (existsSync(folder) ? readdirSync(folder) : []),
  async installByDebian(/** @type {readonly string[]} */ ...names) {
    await run('apt-get', ['update', '-q'], APT)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], APT)
  },
  /** Nobody has to be root for it, and no service is started. */
  async unpackFromDebian(/** @type {string} */ name) {
    await mkdir(UNPACKED, { recursive: true })
    const folder = await mkdtemp(join(UNPACKED, '.download-'))
    const script = 'cd "$1" && apt-get download -q "$2" && dpkg-deb -x ./*.deb "$3"'
    await run('sh', ['-c', script, 'sh', folder, name, UNPACKED], APT)
    await rm(folder, { recursive: true, force: true })
  },
}
/** @typedef {typeof machine} ProgramMachine */

/** Debian's packages for the journeys in each engine, by the program that each has. The headless shell has no extensions. */
const ENGINE_PACKAGES = {
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  'dbus-launch': 'dbus-x11',
}

/**
 * Finds the browser engines of `npm run engines` on the PATH; else installs them, as root on Debian.
 * @param {ProgramMachine} [on]
 * @throws Error with one sentence that says what to do
 */
export async function findEngines(on = machine) {
  const folders = (on.env.PATH ?? '').split(delimiter).filter(Boolean)
  const missing = () =>
    Object.entries(ENGINE_PACKAGES)
      .filter(([program]) => !folders.some(folder => on.isThere(join(folder, program))))
      .map(([, name]) => name)
  const wanted = missing()
  if (wanted.length === 0) return
  if (on.isRoot && on.isDebian) await on.installByDebian(...wanted)
  const left = missing()
  if (left.length > 0)
    throw new Error(
      `The journeys need more browsers: apt-get install --no-install-recommends ${left.join(' ')}`,
    )
}

/**
 * Finds a Postgres of Debian's, or of who names one: `POSTGRES_BIN`, or where systems place it, the newest first; else installs it, as root on Debian.
 * @param {ProgramMachine} [on]
 * @returns {Promise<string>} the folder with `initdb` and `postgres`
 * @throws Error with one sentence that says what to do
 */
export async function findPostgres(on = machine) {
  const chosen = on.env.POSTGRES_BIN
  if (chosen) {
    if (on.isThere(join(chosen, 'initdb'))) return chosen
    throw new Error(`POSTGRES_BIN is ${chosen}, where no initdb is.`)
  }
  const find = () =>
    on
      .list('/usr/lib/postgresql')
      .sort((a, b) => Number(b) - Number(a))
      .map(version => `/usr/lib/postgresql/${version}/bin`)
      .find(folder => on.isThere(`${folder}/initdb`))
  const found = find()
  if (found) return found
  if (on.isRoot && on.isDebian) await on.installByDebian('postgresql')
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The tests with a database of its own need Postgres: install it (postgresql), or name its folder in POSTGRES_BIN.',
  )
}

/**
 * Finds Caddy: `CADDY_PATH`, or on the PATH; else takes it out of Debian's package, into a folder of this clone.
 * @param {ProgramMachine} [on]
 * @returns {Promise<string>} path of the executable
 * @throws Error with one sentence that says what to do
 */
export async function findCaddy(on = machine) {
  const chosen = on.env.CADDY_PATH
  if (chosen) {
    if (on.isThere(chosen)) return chosen
    throw new Error(`CADDY_PATH is ${chosen}, which is not there.`)
  }
  const folders = [...(on.env.PATH ?? '').split(delimiter).filter(Boolean), `${UNPACKED}/usr/bin`]
  const find = () => folders.map(folder => join(folder, 'caddy')).find(path => on.isThere(path))
  const found = find()
  if (found) return found
  if (on.isDebian) await on.unpackFromDebian('caddy')
  const unpacked = find()
  if (unpacked) return unpacked
  throw new Error('The tests behind a proxy need Caddy: install it, or name its executable in CADDY_PATH.')
}
