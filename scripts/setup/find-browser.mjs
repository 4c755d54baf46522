import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runInstalled } from '../child-process.mjs'

/** Without a window's parts: it does the same work in three quarters of the processor's time. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** What the search may ask of the machine; a test answers in its place. */
const machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/debian_version'),
  /** Whether the file is there and starts: a browser without its shared libraries does not. @param {string} path */
  async starts(path) {
    try {
      accessSync(path, constants.X_OK)
    } catch {
      return false
    }
    return (await run(path, ['--version'], { quiet: true })) === 0
  },
  /** Where Playwright keeps the Chromium it downloads, whether or not it is there. */
  async playwrightPath() {
    const { chromium } = await import('@playwright/test')
    return chromium.executablePath()
  },
  async installByPlaywright() {
    console.log('Installing Chromium by Playwright …')
    return runInstalled('playwright', ['install', 'chromium'])
  },
  async installByDebian() {
    console.log('Installing Chromium by apt-get …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env })
    const install = (/** @type {string} */ name) => run('apt-get', ['install', '-y', '-q', name], { env })
    // Older releases have no package of it.
    return (await install(SHELL)) === 0 ? 0 : install('chromium')
  },
}
/** @typedef {typeof machine} Machine */

/**
 * Finds the Chromium for tests: `CHROMIUM_PATH`, one on the PATH, the headless shell first, Playwright's own; else installs one, by Playwright or,
 * as root on Debian, by its package.
 * @param {Machine} [on]
 * @returns {Promise<string>} path of the executable
 * @throws Error with one sentence that says what to do
 */
export async function findBrowser(on = machine) {
  const chosen = on.env.CHROMIUM_PATH
  if (chosen) {
    if (await on.starts(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not start: name a Chromium or Chrome executable.`)
  }
  const onPath = await findOnPath(on)
  if (onPath) return onPath
  const playwrights = await on.playwrightPath()
  if (await on.starts(playwrights)) return playwrights
  await on.installByPlaywright()
  if (await on.starts(playwrights)) return playwrights
  if (on.isRoot && on.isDebian) {
    await on.installByDebian()
    const installed = await findOnPath(on)
    if (installed) return installed
  }
  throw new Error('The browser tests need Chromium: install it, or name its executable in CHROMIUM_PATH.')
}

/** @param {Machine} on @returns {Promise<string | null>} */
async function findOnPath(on) {
  const folders = (on.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const names of [[SHELL], NAMES])
    for (const path of folders.flatMap(folder => names.map(name => join(folder, name))))
      if (await on.starts(path)) return path
  return null
}
