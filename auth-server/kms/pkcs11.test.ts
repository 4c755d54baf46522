import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pkcs11js from 'pkcs11js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrapToFile } from '../commands/wrap-key.ts'
import { readMasterKeys } from '../master-key.ts'
import { readWrapper } from './read-wrapper.ts'

/** SoftHSM, with a token of this run. `npm test` installs it where it can, and names it (`scripts/setup/find-softhsm.mjs`). */
const MODULE = process.env.SOFTHSM2_MODULE ?? '/usr/lib/softhsm/libsofthsm2.so'
const PIN = '2468'
let folder: string
beforeAll(() => {
  if (!existsSync(MODULE)) throw new Error(`SoftHSM (softhsm2) is not there: ${MODULE}`)
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  mkdirSync(join(folder, 'tokens'))
  const config = join(folder, 'softhsm2.conf')
  writeFileSync(config, `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\n`)
  // The library reads it in this process.
  process.env.SOFTHSM2_CONF = config
  for (const label of ['wallets', 'twice', 'twice'])
    execFileSync('softhsm2-util', [
      '--init-token',
      '--free',
      '--label',
      label,
      '--pin',
      PIN,
      '--so-pin',
      '1357',
    ])
  writeFileSync(join(folder, 'pin'), `${PIN}\n`, { mode: 0o400 })
  writeFileSync(join(folder, 'wrong-pin'), '0000\n')
  makeKeys(['vitrine', 'other', 'double', 'double'])
})
afterAll(() => {
  delete process.env.SOFTHSM2_CONF
  rmSync(folder, { recursive: true })
})

/** Made inside of the token: `softhsm2-util --import --aes` makes a key that the token refuses to use, one time in four. */
function makeKeys(labels: string[]) {
  const { CKA_DECRYPT, CKA_ENCRYPT, CKA_LABEL, CKA_TOKEN, CKA_VALUE_LEN } = pkcs11js
  const token = new pkcs11js.PKCS11()
  token.load(MODULE)
  token.C_Initialize()
  const slot = token.C_GetSlotList(true).find(one => token.C_GetTokenInfo(one).label.trim() === 'wallets')
  if (!slot) throw new Error('SoftHSM has no token wallets.')
  const session = token.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION | pkcs11js.CKF_RW_SESSION)
  token.C_Login(session, pkcs11js.CKU_USER, PIN)
  for (const label of labels)
    token.C_GenerateKey(session, { mechanism: pkcs11js.CKM_AES_KEY_GEN }, [
      { type: CKA_TOKEN, value: true },
      { type: CKA_LABEL, value: label },
      { type: CKA_VALUE_LEN, value: Buffer.from([32, 0, 0, 0, 0, 0, 0, 0]) },
      { type: CKA_ENCRYPT, value: true },
      { type: CKA_DECRYPT, value: true },
    ])
  token.C_Finalize()
  token.close()
}

const env = (change: Record<string, string> = {}) => ({
  VITRINE_PKCS11_MODULE: MODULE,
  VITRINE_PKCS11_TOKEN: 'wallets',
  VITRINE_PKCS11_KEY: 'vitrine',
  VITRINE_PKCS11_PIN_FILE: join(folder, 'pin'),
  ...change,
})
const key = randomBytes(32)
const wrapped = (change: Record<string, string> = {}) => readWrapper(env(change)).wrap(key)
const read = (text: string, change: Record<string, string> = {}) =>
  readMasterKeys({ ...env(change), VITRINE_MASTER_KEY: text }, { dataDir: folder, development: false })

test('what the token wrapped is the master key that it was, each time by another text, and lies nowhere else', async () => {
  const file = join(folder, 'wrapped')
  await wrapToFile({ masterKey: key }, env(), file)
  const text = readFileSync(file, 'utf8').trim()
  expect(text).toMatch(/^pkcs11:v1:[\w-]+$/)
  for (const spelling of ['hex', 'base64', 'base64url'] as const)
    expect(text).not.toContain(key.toString(spelling))
  expect((await read(text)).masterKey).toEqual(key)
  expect(await wrapped()).not.toBe(text)
})

test.each([
  ['another key of the token', { VITRINE_PKCS11_KEY: 'other' }, 'refuses the key other (CKR_'],
  ['a key that is not there', { VITRINE_PKCS11_KEY: 'none' }, 'no AES key none'],
  ['a name of two keys', { VITRINE_PKCS11_KEY: 'double' }, 'more than one AES key double'],
  ['a token that is not there', { VITRINE_PKCS11_TOKEN: 'none' }, 'no token none'],
  ['a name of two tokens', { VITRINE_PKCS11_TOKEN: 'twice' }, 'more than one token twice'],
  ['a wrong PIN', { VITRINE_PKCS11_PIN_FILE: 'wrong-pin' }, 'CKR_PIN_INCORRECT'],
  ['a PIN that is not there', { VITRINE_PKCS11_PIN_FILE: 'nothing' }, 'cannot be read (ENOENT)'],
  ['a library that is none', { VITRINE_PKCS11_MODULE: '/etc/hostname' }, 'cannot be loaded'],
  ['no token named', { VITRINE_PKCS11_TOKEN: '' }, 'set VITRINE_PKCS11_MODULE'],
])('with %s the server does not start, says why, and the token works on', async (_, change, why) => {
  const text = await wrapped()
  const pinFile = 'VITRINE_PKCS11_PIN_FILE' in change && join(folder, change.VITRINE_PKCS11_PIN_FILE)
  await expect(
    read(text, { ...change, ...(pinFile && { VITRINE_PKCS11_PIN_FILE: pinFile }) }),
  ).rejects.toThrow(why)
  expect((await read(text)).masterKey).toEqual(key)
})

test('what was changed, or cut off, opens nothing', async () => {
  const text = await wrapped()
  const bytes = Buffer.from(text.slice('pkcs11:v1:'.length), 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(read(`pkcs11:v1:${changed.toString('base64url')}`)).rejects.toThrow('CKR_')
  }
  await expect(read(`pkcs11:v1:${bytes.subarray(0, 20).toString('base64url')}`)).rejects.toThrow('CKR_')
})

test('a key is wrapped by one of two that are named, or by none', () => {
  expect(() => readWrapper(env({ VITRINE_VAULT_ADDR: 'https://vault.example' }))).toThrow('Both Vault and')
  expect(() => readWrapper({})).toThrow('No KMS is named')
  // What is named is what is missing the rest.
  expect(() => readWrapper({ VITRINE_PKCS11_TOKEN: 'wallets' })).toThrow('set VITRINE_PKCS11_MODULE')
  expect(() => readWrapper({ VITRINE_VAULT_KEY: 'vitrine' })).toThrow('set VITRINE_VAULT_ADDR')
})
