import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The path of anvil, a local Ethereum node from npm. Started directly: the package's own launcher is one more process, which
 * does not pass on every signal.
 * @throws Error where npm has no anvil for this machine
 */
export function anvilBinary() {
  const system = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
  const machine = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const { resolve } = createRequire(import.meta.url)
  const folder = dirname(resolve(`@foundry-rs/anvil-${system}-${machine}/package.json`))
  return join(folder, 'bin', system === 'win32' ? 'anvil.exe' : 'anvil')
}

/** The same where it also starts: a system may be too old for it. @returns {string | null} */
export function findAnvil() {
  try {
    const binary = anvilBinary()
    return spawnSync(binary, ['--version'], { stdio: 'ignore', timeout: 5_000 }).status === 0 ? binary : null
  } catch {
    return null
  }
}
