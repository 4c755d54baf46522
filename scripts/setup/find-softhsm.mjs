import { existsSync } from 'node:fs'
import { run } from '../child-process.mjs'

/** Where packages of systems place it. */
const PLACES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

/** What the search may ask of the machine; a test answers in its place. */
const machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/debian_version'),
  isThere: existsSync,
  async installByDebian() {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env, quiet: true })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'softhsm2'], { env, quiet: true })
  },
}
/** @typedef {typeof machine} SoftHsmMachine */

/**
 * Finds SoftHSM for the test of PKCS#11: `SOFTHSM2_MODULE`, or where systems place it; else installs it, as root on Debian.
 * @param {SoftHsmMachine} [on]
 * @returns {Promise<string>} path of its library
 * @throws Error with one sentence that says what to do
 */
export async function findSoftHsm(on = machine) {
  const chosen = on.env.SOFTHSM2_MODULE
  if (chosen) {
    if (on.isThere(chosen)) return chosen
    throw new Error(`SOFTHSM2_MODULE is ${chosen}, which is not there.`)
  }
  const find = () => PLACES.find(path => on.isThere(path))
  const found = find()
  if (found) return found
  if (on.isRoot && on.isDebian) await on.installByDebian()
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The test of PKCS#11 needs SoftHSM: install it (softhsm2), or name its library in SOFTHSM2_MODULE.',
  )
}
