import { spawn } from 'node:child_process'
import { Writable } from 'node:stream'
import { root } from './root.mjs'

/** Longer than its processes have together, the last of which may drain for a minute (`VITRINE_DRAIN_SECONDS`). */
const STOP_LIMIT_MS = 15_000 + 1000 * (Number(process.env.VITRINE_DRAIN_SECONDS) || 0)

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * Runs a program to its end, in the repository's root.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, input?: boolean, masterKeys?: readonly import('./master-key.mjs').GivenKey[]}} [options] `quiet` drops its output; `input`: it reads our standard input; `masterKeys`: it reads these by descriptors
 * @returns {Promise<number>} exit code; 127 when it cannot be started, 128 when a signal ended it
 */
export function run(command, args, { env, quiet = false, input = false, masterKeys = [] } = {}) {
  const output = quiet ? 'ignore' : 'inherit'
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env, ...descriptors(masterKeys, 3) },
      stdio: [input ? 'inherit' : 'ignore', output, output, ...pipes(masterKeys)],
    })
    hand(masterKeys, child.stdio.slice(3))
    child.on('error', () => resolve(127))
    child.on('exit', code => resolve(code ?? 128))
  })
}

/** @typedef {readonly import('./master-key.mjs').GivenKey[]} GivenKeys */

/** @param {GivenKeys} keys @param {number} first */
const descriptors = (keys, first) =>
  Object.fromEntries(keys.map(({ name }, index) => [`${name}_FD`, String(first + index)]))

/** @param {GivenKeys} keys */
const pipes = keys => keys.map(() => /** @type {const} */ ('pipe'))

/** @param {GivenKeys} keys @param {readonly unknown[]} given */
function hand(keys, given) {
  for (const [index, { text }] of keys.entries()) {
    const pipe = given[index]
    if (!(pipe instanceof Writable)) continue
    // A process that has ended reads nothing.
    pipe.on('error', () => {})
    pipe.end(text)
  }
}

/** What Node starts of a file: a TypeScript one has its types taken away first. @param {string} file */
const started = file => [...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), file]

/**
 * Runs a file with this very Node.
 * @param {string} file below the root
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runFile = (file, args, options) => run(process.execPath, [...started(file), ...args], options)

/**
 * @param {string} program name in `node_modules/.bin`
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runInstalled = (program, args, options) =>
  run(`${root}node_modules/.bin/${program}`, args, options)

/**
 * Starts a long-running program in a process group of its own: Ctrl-C in a terminal then reaches us alone, and
 * each server gets exactly one signal to stop by. It stops by itself when we are killed.
 * @param {string} file below the root
 * @param {NodeJS.ProcessEnv} env
 * @param {GivenKeys} [masterKeys] it reads these by descriptors
 */
export function startFile(file, env, masterKeys = []) {
  const child = spawn(process.execPath, ['--import', endWithParent, ...started(file)], {
    cwd: root,
    env: { ...process.env, ...env, ...descriptors(masterKeys, 4) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc', ...pipes(masterKeys)],
    detached: true,
  })
  hand(masterKeys, child.stdio.slice(4))
  /** @type {Promise<number>} */
  const exited = new Promise(resolve => {
    child.on('error', () => resolve(127))
    child.on('exit', code => resolve(code ?? 128))
  })
  return {
    output: child.stdout,
    exited,
    async stop() {
      child.kill('SIGTERM')
      const last = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), STOP_LIMIT_MS)
      await exited
      clearTimeout(last)
    },
  }
}
