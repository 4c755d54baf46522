import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The variables of a run under `faketime`, empty otherwise. The server starts its processes with an environment of its own choice:
 * they would live on another day than the test. `FAKETIME_SHARED` is left out, since its memory is for one user alone.
 */
const clock = Object.fromEntries(
  ['LD_PRELOAD', 'FAKETIME'].flatMap(name => {
    const value = process.env[name]
    return value !== undefined && process.env.FAKETIME !== undefined ? [[name, value]] : []
  }),
)

/** Node’s flags that keep the clock of the tests, so that a program's own children keep the clock too. */
export const CARRY_CLOCK = Object.keys(clock).length > 0 ? ['--import', import.meta.url] : []

/** What a process that keeps it has in its environment: `faketime` adds a name of its own. */
export const CLOCK_NAMES = CARRY_CLOCK.length > 0 ? ['FAKETIME_SHARED', ...Object.keys(clock)] : []

const own = /** @type {Record<string, any>} */ (childProcess)
if (CARRY_CLOCK.length > 0 && !own.carriesClock) {
  own.carriesClock = true
  for (const name of ['spawn', 'spawnSync', 'fork', 'execFile', 'execFileSync']) {
    const start = own[name]
    own[name] = (/** @type {any[]} */ ...given) => {
      const options = given.find(it => typeof it === 'object' && it !== null && !Array.isArray(it))
      if (options?.env) given[given.indexOf(options)] = { ...options, env: { ...clock, ...options.env } }
      return start(...given)
    }
  }
  syncBuiltinESMExports()
}
