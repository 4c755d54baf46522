import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'

/**
 * Plain JavaScript: who starts the server runs it before a compiler is there, which is a process of its own that would
 * inherit the environment.
 */

/**
 * Takes a secret out of the environment: of `process.env`, and, on Linux, of the memory that `/proc/<pid>/environ` shows,
 * which `delete process.env.…` leaves as it was. So it does for the processes that got the same environment: those that
 * this one has started, and the npm that started it.
 * @param {string} name of the variable
 * @returns {{ value: string, holders: string[] } | null} `null` when it is not set or empty. `holders`: the processes from
 *   this one up and down that still have it, as `npm run serve (pid 12)`
 */
export function takeFromEnvironment(name) {
  const value = process.env[name]
  delete process.env[name]
  if (!value) return null
  const family = [...new Set([process.pid, ...descendants(process.pid), ...ancestors(process.pid)])]
  const npm = process.env.npm_lifecycle_event === undefined ? [] : [process.ppid]
  for (const pid of [process.pid, ...descendants(process.pid), ...npm]) overwrite(pid, name)
  return { value, holders: family.filter(pid => placeIn(pid, name) !== null).map(describe) }
}

/**
 * Takes a master key out of the environment, and says on standard error that it was there.
 * @param {string} name of the variable
 * @returns {string | null}
 */
export function takeMasterKey(name) {
  const taken = takeFromEnvironment(name)
  if (!taken) return null
  process.stderr.write(
    `${name} was in the environment and has been taken out of it. Put the key into a file that only this user can read, and name the file in ${name}_FILE.\n`,
  )
  for (const holder of taken.holders)
    process.stderr.write(`${name} can still be read in the environment of ${holder}.\n`)
  return taken.value
}

/** The environment with the master keys that were in it, which it no longer has. @returns {Record<string, string | undefined>} */
export function takeMasterKeys() {
  const taken = ['VITRINE_MASTER_KEY', 'VITRINE_PREVIOUS_MASTER_KEY'].map(name => [
    name,
    takeMasterKey(name) ?? '',
  ])
  return { ...process.env, ...Object.fromEntries(taken) }
}

/**
 * Where the variable's value is in the process's memory, by proc_pid_stat(5) and proc_pid_environ(5).
 * @param {number} pid
 * @param {string} name
 * @returns {{ start: number, length: number } | null} `null` when it is not there, or not ours to read
 */
function placeIn(pid, name) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`)
    const at = Buffer.concat([Buffer.of(0), environment]).indexOf(`\0${name}=`)
    if (at < 0) return null
    const from = at + name.length + 1
    const end = environment.indexOf(0, from)
    const length = (end < 0 ? environment.length : end) - from
    return length === 0 || environment.subarray(from, from + length).every(byte => byte === FILLER)
      ? null
      : { start: Number(statOf(pid)[ENV_START]) + from, length }
  } catch {
    return null
  }
}

const FILLER = 'x'.charCodeAt(0)

/** @param {number} pid @param {string} name */
function overwrite(pid, name) {
  const place = placeIn(pid, name)
  if (!place) return
  try {
    const memory = openSync(`/proc/${pid}/mem`, 'r+')
    writeSync(memory, Buffer.alloc(place.length, FILLER), 0, place.length, place.start)
    closeSync(memory)
  } catch {
    // The system does not let this process do it: it is then told as a holder.
  }
}

/** Of `/proc/<pid>/stat`, counted from the state, which follows the program's name. */
const PARENT = 1
const ENV_START = 47

/** @param {number} pid @returns {string[]} */
function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** @param {number} pid @returns {number} 0 for one that has ended */
function parentOf(pid) {
  try {
    return Number(statOf(pid)[PARENT])
  } catch {
    return 0
  }
}

/** @param {number} pid @returns {number[]} */
function ancestors(pid) {
  const parent = parentOf(pid)
  return parent > 0 ? [parent, ...ancestors(parent)] : []
}

/** @param {number} pid @returns {number[]} */
function descendants(pid) {
  try {
    const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    return children.flatMap(child => [Number(child), ...descendants(Number(child))])
  } catch {
    return []
  }
}

/** @param {number} pid */
function describe(pid) {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  return `${command.slice(0, 60)} (pid ${pid})`
}
