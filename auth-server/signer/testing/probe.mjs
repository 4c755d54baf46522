// Run in the place of the signer: reports what a process with its rights can do.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** @param {() => unknown} action */
const attempt = action => {
  try {
    action()
    return 'allowed'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error).split(':')[0]
  }
}

process.stdout.write(
  JSON.stringify({
    readFile: attempt(() => readFileSync('/etc/hosts')),
    writeFile: attempt(() => writeFileSync('/tmp/vitrine-probe', '')),
    childProcess: attempt(() => spawnSync('/bin/true')),
    worker: attempt(() => new Worker('', { eval: true })),
    eval: attempt(() => new Function('return 1')()),
    proto: '__proto__' in Object.prototype,
    environment: Object.keys(process.env).filter(name => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
    arguments: process.argv.slice(2),
  }),
)
