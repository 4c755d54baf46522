import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { makeRecipient, openKey, sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import type {
  ImportedSetWallet,
  RecoveryShareResponse,
  RegisterSetRequest,
} from '@vitrine/shared/wallet/embedded.ts'
import { ownershipStatement, setStatement } from '@vitrine/shared/wallet/set-statement.ts'
import { keccak256, recoverAddress, verifyMessage } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeySource, MemoryShareStore, OWNER } from '../testing/set-fixtures.ts'
import type { BroughtKey } from './brought-key.ts'
import { performSet } from './operations.ts'
import { createSetVault, type SetVault } from './set-vault.ts'

/** Keys that are brought to a set, and keys that are taken out of it. */

const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
const SOLANA = { chainType: 'solana', walletIndex: 0 } as const
const HELLO = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
/** Well-known words: nobody's keys. */
const WORDS = 'test test test test test test test test test test test junk'
const KEY = Buffer.from('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'hex')
const ADDRESS = privateKeyToAccount(`0x${KEY.toString('hex')}`).address
const SEED = Buffer.alloc(32, 5)
const SOLANA_ADDRESS = base58.encode(ed25519.getPublicKey(SEED))
const SECRET_KEY = Buffer.concat([SEED, ed25519.getPublicKey(SEED)])

let keys: ReturnType<typeof createKeySource>
let store: MemoryShareStore
let clock: number
let vault: SetVault
beforeEach(() => {
  keys = createKeySource()
  store = new MemoryShareStore()
  clock = 0
  vault = createSetVault(store, () => clock)
})

const ETHEREUM = { chainType: 'ethereum', address: ADDRESS, entropy: { type: 'private-key' } } as const
const OF_SOLANA = { chainType: 'solana', address: SOLANA_ADDRESS, entropy: { type: 'private-key' } } as const
type Named = Omit<BroughtKey, 'recipient' | 'sealed'>
const brought = async (plaintext: Uint8Array, named: Named = ETHEREUM, by = vault): Promise<BroughtKey> => {
  const recipient = await by.importRecipient()
  return { ...named, recipient, sealed: await sealKey(recipient, plaintext) }
}
const words = (index: number, address: string, chainType: 'ethereum' | 'solana' = 'ethereum') =>
  ({ chainType, address, entropy: { type: 'hd', index } }) as const
const text = (value: string) => new TextEncoder().encode(value)

const told = (wallets: readonly ImportedSetWallet[]) =>
  wallets.map(it => ({ chainType: it.chain_type, address: it.address, envelope: it.envelope }))
/** A device with a set that the server has confirmed. */
async function created() {
  const { handle } = await keys.prepare(vault)
  const request = await vault.createSet(OWNER, handle, [FIRST, SOLANA])
  await vault.confirm(OWNER, request.sharing.id, { wallets: [FIRST, SOLANA], imported: [] })
  return request
}
async function imported(plaintext: Uint8Array = KEY, named: Named = ETHEREUM) {
  const request = await created()
  const added = await vault.addImported(OWNER, await brought(plaintext, named))
  await vault.confirm(OWNER, request.sharing.id, {
    wallets: [FIRST, SOLANA],
    imported: told([added.wallet]),
  })
  return { request, added }
}
const signs = async (by = vault, address: `0x${string}` = ADDRESS) => {
  const place = { chainType: 'ethereum', walletIndex: null, address } as const
  const { signature } = (await by.perform(OWNER, place, HELLO)) as { signature: `0x${string}` }
  return verifyMessage({ address, message: 'hello', signature })
}
const bytes = (value: string) => Uint8Array.from(Buffer.from(value, 'base64url'))

describe('a key that is brought', () => {
  test('is registered by its own word and the set’s, and signs', async () => {
    const { request, added } = await imported()
    const { proof, ...body } = added
    expect(
      ed25519.verify(bytes(proof), setStatement(OWNER, 'add-imported', body), bytes(request.set_id)),
    ).toBe(true)
    const { wallet } = added
    expect(wallet).toMatchObject({ chain_type: 'ethereum', address: ADDRESS })
    const statement = keccak256(ownershipStatement(OWNER, request.set_id, ADDRESS))
    const signature = `0x${Buffer.from(wallet.signature, 'base64url').toString('hex')}` as const
    const recovered = await Promise.all(
      ['1b', '1c'].map(v =>
        recoverAddress({ hash: statement, signature: `${signature}${v}` }).catch(() => null),
      ),
    )
    expect(recovered).toContain(ADDRESS)
    expect(await signs()).toBe(true)
  })

  test.each([
    ['a Solana seed', SEED, OF_SOLANA],
    ['a Solana secret key', SECRET_KEY, OF_SOLANA],
    ['words at an index', text(WORDS), words(3, mnemonicToAccount(WORDS, { addressIndex: 3 }).address)],
    [
      'words as somebody typed them',
      text(`  ${WORDS.toUpperCase().replaceAll(' ', ' \n')} `),
      words(0, mnemonicToAccount(WORDS).address),
    ],
    ['words for Solana', text(WORDS), words(0, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', 'solana')],
    ['a key whose address has no checksum', KEY, { ...ETHEREUM, address: ADDRESS.toLowerCase() }],
  ] as const)('may be %s', async (_, plaintext, named) => {
    await created()
    const { wallet } = await vault.addImported(OWNER, await brought(plaintext, named))
    expect(wallet.address.toLowerCase()).toBe(named.address.toLowerCase())
  })

  const order = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')
  test.each([
    ['zero', Buffer.alloc(32), ETHEREUM, 'invalid-key'],
    ['the order of the curve', order, ETHEREUM, 'invalid-key'],
    ['a byte short', KEY.subarray(1), ETHEREUM, 'invalid-key'],
    ['64 bytes of Ethereum', SECRET_KEY, ETHEREUM, 'invalid-key'],
    ['nothing', Buffer.alloc(0), OF_SOLANA, 'invalid-key'],
    ['of Solana, with another public half', Buffer.concat([SEED, KEY]), OF_SOLANA, 'invalid-key'],
    ['of another address', SEED, ETHEREUM, 'other-address'],
    ['of another chain', SEED, { ...OF_SOLANA, address: ADDRESS }, 'other-address'],
    [
      'of another case, where case counts',
      SEED,
      { ...OF_SOLANA, address: SOLANA_ADDRESS.toLowerCase() },
      'other-address',
    ],
    ['words with a wrong checksum', text(WORDS.replace('junk', 'test')), words(0, ADDRESS), 'invalid-words'],
    ['a word short', text(WORDS.slice(5)), words(0, ADDRESS), 'invalid-words'],
    ['words that are none', text(WORDS.replace('junk', 'jonk')), words(0, ADDRESS), 'invalid-words'],
    ['words at another index', text(WORDS), words(1, mnemonicToAccount(WORDS).address), 'other-address'],
  ] as const)('that is %s is refused', async (_, plaintext, named, problem) => {
    await created()
    await expect(vault.addImported(OWNER, await brought(plaintext, named))).rejects.toMatchObject({ problem })
  })

  test('opens for an import alone: not twice ten minutes later, not after a logout, not what came for another key', async () => {
    const { set_id: setId, sharing } = await created()
    const once = await brought(KEY)
    expect((await vault.addImported(OWNER, once)).wallet.address).toBe(ADDRESS)
    // A proof was asked for: the same ciphertext goes again.
    expect((await vault.addImported(OWNER, once)).wallet.address).toBe(ADDRESS)
    const other = await brought(KEY)
    const crossed = { ...once, recipient: other.recipient }
    await expect(vault.addImported(OWNER, crossed)).rejects.toMatchObject({ problem: 'damaged' })
    const ofKeys = { ...once, recipient: await vault.recipient() }
    await expect(vault.addImported(OWNER, ofKeys)).rejects.toMatchObject({ problem: 'locked' })
    vault.lock()
    await keys.unlock(vault, { setId, sharingId: sharing.id, authShare: sharing.auth_share })
    await expect(vault.addImported(OWNER, once)).rejects.toMatchObject({ problem: 'locked' })
    await vault.addImported(OWNER, await brought(KEY))
  })

  test('of ten minutes ago is not opened', async () => {
    const { handle } = await keys.prepare(vault)
    const late = await brought(KEY)
    clock = 10 * 60_000
    const fresh = (await keys.prepare(vault)).handle
    await expect(vault.createSet(OWNER, handle, [], late)).rejects.toMatchObject({ problem: 'locked' })
    await expect(vault.createSet(OWNER, fresh, [], late)).rejects.toMatchObject({ problem: 'locked' })
  })

  test('without a set begins one, in one request', async () => {
    const { handle } = await keys.prepare(vault)
    const request = await vault.createSet(OWNER, handle, [], await brought(KEY))
    const { proof, ...body } = request
    expect(body).toMatchObject({ wallets: [], imported: [{ address: ADDRESS }] })
    expect(ed25519.verify(bytes(proof), setStatement(OWNER, 'register', body), bytes(request.set_id))).toBe(
      true,
    )
    await vault.confirm(OWNER, request.sharing.id, { wallets: [], imported: told(request.imported ?? []) })
    expect(await signs()).toBe(true)
  })

  test('is there again in a set that the server lost, unless it may not be', async () => {
    const { added } = await imported()
    const { handle } = await keys.prepare(vault)
    expect((await vault.restoreSet(OWNER, handle, false)).imported).toBeUndefined()
    const again = await vault.restoreSet(OWNER, handle, true)
    expect(again.imported).toEqual([{ ...added.wallet, signature: expect.stringMatching(/^[\w-]{86}$/) }])
    expect(await signs()).toBe(true)
  })

  test('opens on another device of the person’s, with what the server tells of it', async () => {
    const { request, added } = await imported()
    const phone = createSetVault(new MemoryShareStore())
    const { handle } = await keys.prepare(phone)
    const set: RecoveryShareResponse['set'] = {
      set_id: request.set_id,
      recovery_method: 'privy',
      recovery_sharing_id: request.sharing.id,
      wallets: [],
      imported: [],
    }
    const opened = await phone.openSet(OWNER, handle, {
      set,
      sharing_id: request.sharing.id,
      auth_share: request.sharing.auth_share,
      recovery_share: request.recovery.share,
    })
    await expect(signs(phone)).rejects.toMatchObject({ problem: 'needs-envelope' })
    await phone.confirm(OWNER, opened.sharing.id, { wallets: [], imported: told([added.wallet]) })
    expect(await signs(phone)).toBe(true)
  })

  test('is not opened in another wallet’s place', async () => {
    const { request, added } = await imported()
    const other = (
      await vault.addImported(
        OWNER,
        await brought(Buffer.alloc(32, 1), {
          ...ETHEREUM,
          address: privateKeyToAccount(`0x${'01'.repeat(32)}`).address,
        }),
      )
    ).wallet
    const swapped = {
      chainType: 'ethereum',
      address: other.address,
      envelope: added.wallet.envelope,
    } as const
    await vault.confirm(OWNER, request.sharing.id, { wallets: [], imported: [swapped] })
    await expect(signs(vault, other.address as `0x${string}`)).rejects.toMatchObject({ problem: 'damaged' })
  })
})

describe('an export', () => {
  const opened = async (
    wallet: Parameters<SetVault['exportKey']>[1],
    secret: 'private-key' | 'seed-phrase',
  ) => {
    const document = await makeRecipient()
    const plaintext = await openKey(document, await vault.exportKey(OWNER, wallet, secret, document.spki))
    return Buffer.from(plaintext ?? [])
  }
  const walletOf = (request: RegisterSetRequest, place: typeof FIRST | typeof SOLANA) => ({
    ...place,
    address: request.wallets.find(it => it.chain_type === place.chainType)?.address ?? '',
  })

  test('gives an Ethereum key, a Solana secret key, and the words that both are of', async () => {
    const request = await created()
    const [ethereum, solana] = [walletOf(request, FIRST), walletOf(request, SOLANA)]
    const key = await opened(ethereum, 'private-key')
    expect(privateKeyToAccount(`0x${key.toString('hex')}`).address).toBe(ethereum.address)
    const secretKey = await opened(solana, 'private-key')
    expect(secretKey).toHaveLength(64)
    expect(base58.encode(ed25519.getPublicKey(secretKey.subarray(0, 32)))).toBe(solana.address)
    expect(base58.encode(secretKey.subarray(32))).toBe(solana.address)
    const phrase = (await opened(solana, 'seed-phrase')).toString()
    expect(mnemonicToAccount(phrase).address).toBe(ethereum.address)
  })

  test('gives a brought key, and no words for it', async () => {
    await imported()
    const wallet = { ...ETHEREUM, walletIndex: null }
    expect(await opened(wallet, 'private-key')).toEqual(KEY)
    await expect(opened(wallet, 'seed-phrase')).rejects.toMatchObject({ problem: 'no-words' })
  })

  test('of an address that the key does not make, or for no public key, gives nothing', async () => {
    const request = await created()
    for (const secret of ['private-key', 'seed-phrase'] as const)
      await expect(opened({ ...FIRST, address: ADDRESS }, secret)).rejects.toMatchObject({
        problem: 'not-this-wallet',
      })
    const wallet = walletOf(request, FIRST)
    for (const recipient of ['', 'AAAA', Buffer.alloc(91).toString('base64')])
      await expect(vault.exportKey(OWNER, wallet, 'private-key', recipient)).rejects.toMatchObject({
        problem: 'unsupported-request',
      })
    vault.lock()
    await expect(opened(wallet, 'private-key')).rejects.toMatchObject({ problem: 'locked' })
  })
})

test('no answer, no record and no request has a key or a word of it in the clear', async () => {
  const said: string[] = []
  const told = (value: unknown) =>
    said.push(
      JSON.stringify(value, (_, it) => (it instanceof Uint8Array ? Buffer.from(it).toString('hex') : it)),
    )
  const ask: typeof performSet = async (by, operation, args) => {
    const answer = await performSet(by, operation, args)
    told(answer)
    return answer
  }
  const { request, added } = await imported()
  told([request, added])
  const second = await brought(text(WORDS), words(0, mnemonicToAccount(WORDS).address))
  expect(await ask(vault, 'addImported', [OWNER, second])).toMatchObject({ ok: true })
  expect(await ask(vault, 'addImported', [OWNER, await brought(SECRET_KEY, OF_SOLANA)])).toMatchObject({
    ok: true,
  })
  // What fails says nothing of it either.
  expect(
    await ask(vault, 'addImported', [
      OWNER,
      await brought(KEY, { ...ETHEREUM, address: `0x${'1'.repeat(40)}` }),
    ]),
  ).toEqual({
    ok: false,
    problem: 'other-address',
  })
  const document = await makeRecipient()
  const first = { ...FIRST, address: request.wallets[0]?.address ?? '' }
  const clear: Buffer[] = [KEY, SEED, SECRET_KEY]
  for (const [wallet, secret] of [
    [first, 'private-key'],
    [first, 'seed-phrase'],
    [{ ...ETHEREUM, walletIndex: null }, 'private-key'],
  ] as const) {
    const answer = await ask(vault, 'exportKey', [OWNER, wallet, secret, document.spki])
    if (!answer.ok) throw new Error(answer.problem)
    clear.push(Buffer.from((await openKey(document, answer.value)) ?? []))
  }
  const { handle } = await keys.prepare(vault)
  await ask(vault, 'restoreSet', [OWNER, handle, true])
  await ask(vault, 'deviceSet', [OWNER])
  for (const record of store.records.values()) told(record)
  const everything = said.join('\n')
  expect(everything.length).toBeGreaterThan(5000)
  for (const secret of clear)
    for (const form of ['hex', 'base64', 'base64url', 'utf8'] as const)
      expect(everything).not.toContain(secret.toString(form))
  for (const phrase of [WORDS, clear.at(4)?.toString() ?? ''])
    expect(everything).not.toContain(phrase.split(' ').slice(0, 3).join(' '))
})

test('what becomes or was a key is wiped, also when its address is another', async () => {
  await created()
  const opened: Uint8Array[] = []
  const { slice } = Uint8Array.prototype
  vi.spyOn(Uint8Array.prototype, 'slice').mockImplementation(function (this: Uint8Array, ...args) {
    const copy = slice.apply(this, args)
    if (copy.length === 32) opened.push(copy)
    return copy
  } as typeof slice)
  await vault.addImported(OWNER, await brought(KEY))
  await expect(vault.addImported(OWNER, await brought(Buffer.alloc(32, 1)))).rejects.toMatchObject({
    problem: 'other-address',
  })
  vi.restoreAllMocks()
  const isKey = (copy: Uint8Array) => Buffer.from(copy).equals(KEY) || copy.every(byte => byte === 1)
  expect(opened.length).toBeGreaterThan(1)
  expect(opened.some(isKey)).toBe(false)
})
