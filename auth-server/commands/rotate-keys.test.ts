import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { signerRoots } from '../database/key-tables.ts'
import { requireRoots } from '../keys/stored-roots.ts'
import type { MasterKeys } from '../master-key.ts'
import { masterKeyId } from '../signer/master-key.ts'
import type { SignerClient } from '../signer/operations.ts'
import { openRoots, readSealedRoots } from '../signer/sealed-roots.ts'
import { derivedSet, heldKey } from '../signer/testing/derived-roots.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { prepareRoots, readRootsAt } from './prepare-roots.ts'
import { runCommand } from './run.ts'

let code: Uint8Array
let database: TestDatabase
let masterKey: Buffer
beforeAll(() => {
  code = readFileSync(inject('signerCode'))
})
beforeEach(async () => {
  database = await openTestDatabase()
  masterKey = randomBytes(32)
})
afterEach(() => database.close())
const stops: SignerClient[] = []
afterAll(async () => {
  for (const each of stops) await each.close()
})

const valuesNow = async () => openRoots([heldKey(masterKey)], await requireRoots(database.db)).roots

describe('the first start', () => {
  test('of a new installation makes random roots: the master key alone makes nothing', async () => {
    await prepareRoots(database.url, { masterKey }, code)
    expect((await valuesNow()).get('userEntropy')).not.toEqual(derivedSet(masterKey).roots.get('userEntropy'))
    const before = await readRootsAt(database.url)
    await prepareRoots(database.url, { masterKey }, code)
    expect(await readRootsAt(database.url)).toBe(before)
  })

  test('of this release takes over what the one before derived, by the key that its envelopes name', async () => {
    const previousMasterKey = masterKey
    // As a database of that release is migrated.
    await database.db.execute(sql`insert into envelope_keys (id) values (${masterKeyId(masterKey)})`)
    await prepareRoots(database.url, { masterKey: randomBytes(32), previousMasterKey }, code)
    const sealed = readSealedRoots(await readRootsAt(database.url))
    expect(sealed.envelopes.map(it => it.id)).toEqual([masterKeyId(masterKey)])
    // Sealed under the key that is to stay already.
    expect(sealed.masterKeyId).not.toBe(masterKeyId(masterKey))
  })

  test('of two servers at once gives both the same roots', async () => {
    const signers = await Promise.all(
      Array.from({ length: 2 }, () => startOperatorSigner(database.db, { masterKey }, code)),
    )
    stops.push(...signers)
    const [one, two] = await Promise.all(signers.map(it => it.readPublicKeys({})))
    expect(one?.identity).toBe(two?.identity)
    expect(await database.db.$count(signerRoots)).toBe(1)
  })

  test('of a second server that looked just before the first one stored them takes those over', async () => {
    let second: Promise<SignerClient> | undefined
    await database.db.transaction(async tx => {
      // The second one waits here for what envelopes name.
      await tx.execute(sql`lock table envelope_keys in access exclusive mode`)
      second = startOperatorSigner(database.db, { masterKey }, code)
      await expect
        .poll(async () => {
          const { rows } = await tx.execute(
            sql`select from pg_locks where not granted and relation = 'envelope_keys'::regclass`,
          )
          return rows.length
        })
        .toBe(1)
      stops.push(await startOperatorSigner(tx as unknown as Database, { masterKey }, code))
    })
    stops.push((await second) as SignerClient)
    expect(await database.db.$count(signerRoots)).toBe(1)
  })

  test('without the master key that the database is sealed under does not happen, and names it', async () => {
    await database.db.execute(sql`insert into envelope_keys (id) values ('abcdefgh')`)
    await expect(prepareRoots(database.url, { masterKey }, code)).rejects.toThrow(
      'sealed under the master key abcdefgh, which was not given',
    )
    expect(await database.db.$count(signerRoots)).toBe(0)
  })

  test('beside a signer apart asks for a command', async () => {
    await expect(prepareRoots(database.url, null, code)).rejects.toThrow('keys init')
  })
})

test('a later start without the master key does not happen, and names it', async () => {
  await prepareRoots(database.url, { masterKey }, code)
  const other = randomBytes(32)
  await expect(prepareRoots(database.url, { masterKey: other }, code)).rejects.toThrow(
    `${masterKeyId(masterKey)}, which was not given. Given: ${masterKeyId(other)}`,
  )
  // The one before is enough to serve; `keys rotate` makes it superfluous.
  await prepareRoots(database.url, { masterKey: other, previousMasterKey: masterKey }, code)
})

test('commands tell what is sealed under what, and rotate', async () => {
  const tools = {
    origin: 'http://localhost:4401',
    readSecret: async () => '',
    async signer() {
      const signer = await startOperatorSigner(database.db, given, code)
      stops.push(signer)
      return signer
    },
  }
  let given: MasterKeys = { masterKey }
  const keys = (...args: string[]) => runCommand(database.db, ['keys', ...args], tools)
  expect(await keys('status')).toBe('No server has started on this database since keys can rotate.')
  expect(await keys('init')).toContain(`generation 1`)
  expect(await keys('rotate', '--tokens')).toContain('signs from')
  expect(await keys('rotate', '--tokens')).toContain('is there already')

  const before = JSON.parse(await keys('status', '--json'))
  const [old] = before.envelope_keys
  expect(before).toMatchObject({
    roots: { generation: 1, master_key: masterKeyId(masterKey) },
    envelopes: [{ table: 'token_keys', key_id: old.id, envelopes: 1 }],
    envelope_keys: [{ seals: true }],
    token_keys: [{ published_until: null }],
    servers: [],
  })
  const printed = await keys('rotate')
  // No server has to be started again for it.
  expect(printed).toMatch(/names a key before these\.$/)
  expect(printed).not.toContain(old.id)
  expect(JSON.parse(await keys('status', '--json'))).toMatchObject({ roots: { generation: 3 } })
  given = { masterKey: randomBytes(32), previousMasterKey: masterKey }
  expect(await keys('rotate')).toContain(
    `Start the servers with the master key ${masterKeyId(given.masterKey)} alone`,
  )
  await expect(keys('rotate', 'more')).rejects.toThrow('Usage')
})
