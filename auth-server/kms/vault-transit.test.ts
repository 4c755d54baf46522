import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wrapToFile } from '../commands/wrap-key.ts'
import { readMasterKeys } from '../master-key.ts'
import { readWrapper } from './read-wrapper.ts'
import { startVaultStandIn, type VaultStandIn } from './testing/vault-stand-in.ts'

let vault: VaultStandIn
let folder: string
beforeAll(async () => {
  vault = await startVaultStandIn()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterEach(() => {
  vault.answer = null
})
afterAll(async () => {
  await vault.close()
  rmSync(folder, { recursive: true })
})

const env = (change: Record<string, string> = {}) => {
  const token = join(folder, 'token')
  writeFileSync(token, `${vault.token}\n`, { mode: 0o600 })
  return {
    VITRINE_VAULT_ADDR: vault.address,
    VITRINE_VAULT_KEY: 'vitrine',
    VITRINE_VAULT_TOKEN_FILE: token,
    VITRINE_VAULT_NAMESPACE: 'team',
    VITRINE_VAULT_CONTEXT: 'wallets of shop.example',
    ...change,
  }
}
const key = randomBytes(32)
const wrapped = (change: Record<string, string> = {}) => readWrapper(env(change)).wrap(key)

test('what Vault wrapped is the master key that it was, and lies nowhere else', async () => {
  const file = join(folder, 'wrapped')
  await wrapToFile({ masterKey: key }, env(), file)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^vault:v1:[\w+/]+=*\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o400)
  for (const spelling of ['hex', 'base64', 'base64url'] as const)
    expect(text).not.toContain(key.toString(spelling))
  // By the previous key's own variables too.
  const read = await readMasterKeys(
    { ...env(), VITRINE_MASTER_KEY_FILE: file, VITRINE_PREVIOUS_MASTER_KEY: 'ab'.repeat(32) },
    { dataDir: folder, development: false },
  )
  expect(read.masterKey).toEqual(key)
  expect(vault.last['x-vault-request']).toBe('true')
  await expect(wrapToFile({ masterKey: key }, env(), file)).rejects.toThrow('is there already')
})

test.each([
  ['a token that is not good', { VITRINE_VAULT_TOKEN_FILE: 'other' }, '(403: permission denied)'],
  ['a token that is not there', { VITRINE_VAULT_TOKEN_FILE: 'nothing' }, 'cannot be read (ENOENT)'],
  ['another key', { VITRINE_VAULT_KEY: 'another/key' }, '(404: no handler for route'],
  ['another mount', { VITRINE_VAULT_MOUNT: 'elsewhere' }, '(404: no handler for route'],
  ['another namespace', { VITRINE_VAULT_NAMESPACE: '' }, '(404: no handler for route'],
  ['another context', { VITRINE_VAULT_CONTEXT: 'another' }, '(400: cipher: message authentication failed)'],
  ['no context', { VITRINE_VAULT_CONTEXT: '' }, "missing 'context'"],
  ['an address that is not one', { VITRINE_VAULT_ADDR: 'vault' }, 'must be an https address'],
  ['an address in the clear', { VITRINE_VAULT_ADDR: 'http://vault.example' }, 'must be an https address'],
  ['no address', { VITRINE_VAULT_ADDR: '' }, 'set VITRINE_VAULT_ADDR'],
  ['nobody there', { VITRINE_VAULT_ADDR: 'http://127.0.0.1:1' }, 'does not answer'],
])('with %s the server does not start, and says why', async (_, change, why) => {
  const text = await wrapped()
  writeFileSync(join(folder, 'other'), 'hvs.another')
  const path =
    'VITRINE_VAULT_TOKEN_FILE' in change
      ? { VITRINE_VAULT_TOKEN_FILE: join(folder, change.VITRINE_VAULT_TOKEN_FILE) }
      : {}
  const asked = readMasterKeys(
    { ...env({ ...change, ...path }), VITRINE_MASTER_KEY: text },
    { dataDir: folder, development: false },
  )
  await expect(asked).rejects.toThrow(why)
})

test.each([
  ['what is not Vault’s', { status: 200, body: 'hello' }, 'no answer of its Transit engine'],
  ['a key of another length', { status: 200, body: '{"data":{"plaintext":"aGVsbG8="}}' }, 'no master key'],
  ['an error without a word', { status: 503, body: '' }, '(503)'],
])('%s is refused', async (_, answer, why) => {
  const text = await wrapped()
  vault.answer = () => answer
  const asked = readMasterKeys(
    { ...env(), VITRINE_MASTER_KEY: text },
    { dataDir: folder, development: false },
  )
  await expect(asked).rejects.toThrow(why)
})

test('a redirect is not followed: who it leads to would have the token', async () => {
  const text = await wrapped()
  const thief = await startVaultStandIn()
  vault.answer = path => ({ status: 307, body: '', location: `${thief.address}${path}` })
  await expect(readWrapper(env()).unwrap(text)).rejects.toThrow('does not answer')
  expect(thief.last).toEqual({})
  await thief.close()
})

test('what does not come back as it was is no copy of the key, and no file is written', async () => {
  const file = join(folder, 'other-wrapped')
  vault.answer = path =>
    path.includes('/decrypt/') ? { status: 200, body: '{"data":{"plaintext":"aGVsbG8="}}' } : null
  await expect(wrapToFile({ masterKey: key }, env(), file)).rejects.toThrow('not what it wrapped')
  expect(existsSync(file)).toBe(false)
})

test('an answer that is no ciphertext is not kept', async () => {
  vault.answer = () => ({ status: 200, body: '{"data":{"ciphertext":"plain"}}' })
  await expect(wrapped()).rejects.toThrow('no answer of its Transit engine')
})
