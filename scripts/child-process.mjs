import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/**
 * Runs a program to its end, in the repository's root.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, input?: boolean}} [options] `quiet` drops its output; `input`: it reads our standard input
 * @returns {Promise<number>} exit code; 127 when it cannot be started, 128 when a signal ended it
 */
export function run(command, args, { env, quiet = false, input = false } = {}) {
  const output = quiet ? 'ignore' : 'inherit'
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [input ? 'inherit' : 'ignore', output, output],
    })
    child.on('error', () => resolve(127))
    child.on('exit', code => resolve(code ?? 128))
  })
}

/**
 * Runs a TypeScript file, or a package's program, with this very Node.
 * @param {string} file below the root
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runTypeScript = (file, args, options) =>
  run(process.execPath, ['--import', 'tsx', file, ...args], options)

/**
 * @param {string} program name in `node_modules/.bin`
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runInstalled = (program, args, options) =>
  run(`${root}node_modules/.bin/${program}`, args, options)

/**
 * Starts a long-running TypeScript file in a process group of its own: Ctrl-C in a terminal then reaches us alone, and
 * each server gets exactly one signal to stop by.
 * @param {string} file below the root
 * @param {NodeJS.ProcessEnv} env
 */
export function startTypeScript(file, env) {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
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
      const last = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 15_000)
      await exited
      clearTimeout(last)
    },
  }
}
