import { readFileSync } from 'node:fs'
import type { PoolClient } from 'pg'
import { startOperatorSigner } from '../../commands/operator-signer.ts'
import { connectDatabase } from '../../database/connect.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { rotateKeys } from '../rotate.ts'

/**
 * `keys rotate` in a process of its own, which is killed (SIGKILL) where it waits for the `KILL_AT`th time, for Postgres or for its
 * signer: before what it waits for is asked, or once it was done (`KILL_WHEN`). 0: it is not killed.
 */
const { DATABASE = '', KEYS = '', SIGNER_CODE = '', KILL_AT = '0', KILL_WHEN } = process.env
const [masterKey = '', previousMasterKey = ''] = KEYS.split(' ')

let left = Number(KILL_AT)
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('Nothing comes after')
}

type Wait = (...args: unknown[]) => unknown
function killed(wait: Wait): Wait {
  return (...args) => {
    if (left === 0 || --left > 0) return wait(...args)
    if (KILL_WHEN === 'before') die()
    const done = args.at(-1)
    if (typeof done === 'function') return wait(...args.slice(0, -1), die)
    return Promise.resolve(wait(...args)).then(die)
  }
}

function watch(client: PoolClient): void {
  client.query = killed(client.query.bind(client) as Wait) as typeof client.query
}

const { db, close } = connectDatabase(DATABASE, 1)
const keys = {
  masterKey: Buffer.from(masterKey, 'hex'),
  previousMasterKey: Buffer.from(previousMasterKey, 'hex'),
}
const signer = await startOperatorSigner(db, keys, readFileSync(SIGNER_CODE))
// Another connection, and so one that is watched.
await close()
const rotating = connectDatabase(DATABASE, 1)
rotating.db.$client.on('connect', watch)
const { readKeyIds, openRoots, advanceRoots, rewrap } = Object.fromEntries(
  Object.entries(signer).map(([name, ask]) => [name, killed(ask as Wait)]),
) as unknown as SignerClient
await rotateKeys({
  db: rotating.db,
  signer: { readKeyIds, openRoots, advanceRoots, rewrap },
  tell: line => process.stdout.write(`${line}\n`),
})
await rotating.close()
await signer.close()
