import { makeRecipient, sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bip39Seed, entropyOfPhrase, recoveryPhrase } from './bip39.ts'
import { CHAIN_KEYS } from './chain-keys.ts'
import { createWallet } from './create-wallet.ts'
import { signEd25519 } from './ed25519.ts'
import { openEntropySalt } from './entropy-salt.ts'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import { claimExpectedKey, pregenerateKey } from './keys/expected-key.ts'
import { exportKey } from './keys/export-key.ts'
import { importKey } from './keys/import-key.ts'
import { issueImportKey } from './keys/import-recipient.ts'
import { openTokenKey } from './open-token-key.ts'
import type { SignerRequest } from './operations.ts'
import { issuePresence, LOGIN } from './presence.ts'
import { releaseShareKeys } from './release-share-keys.ts'
import { createRootKeeper } from './root-keeper.ts'
import { advanceRoots, makeRoots } from './root-operations.ts'
import { sealStatement } from './seal.ts'
import { createTestCustody, payloadFor, sealedDevice, sealedSalt } from './testing/custody.ts'
import { derivedRoots, derivedSet, deriveKeyring, heldKey } from './testing/derived-roots.ts'
import { createTestDevice } from './testing/device.ts'
import { SAMPLES } from './testing/requests.ts'
import { walletRpc } from './wallet-rpc.ts'

/** Keys are zeroed after use, whether the operation succeeds or fails. What a library copied is not seen here. */
const custody = createTestCustody()
const envelopeKey = custody.keyring.envelope
const owner = { appId: 'app_1', userId: 'user_1' }
const phone = await createTestDevice()
const device = sealedDevice(custody, owner, phone)
const salt = sealedSalt(custody)
const chains = ['ethereum', 'solana'] as const
type Chain = (typeof chains)[number]

const authorized = (path: string, body: unknown) => {
  const payload = payloadFor('app_1', path, body)
  return {
    payload: payload as SignerRequest<'walletRpc'>['authorization']['payload'],
    signature: phone.authorize(payload),
  }
}
const creation = (chainType: Chain, change: Partial<SignerRequest<'createWallet'>> = {}) => ({
  ...owner,
  walletId: 'wallet_1',
  chainType,
  walletIndex: 0,
  sealedEntropy: null,
  entropySalt: salt,
  device,
  authorization: authorized('/wallets', { chain_type: chainType, owner: { public_key: phone.publicKey } }),
  ...change,
})
const contextOf = (chainType: Chain, address: string): EnvelopeContext => ({
  purpose: 'wallet-key',
  walletId: 'wallet_1',
  ...owner,
  chainType,
  address,
})
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const isWiped = (bytes: unknown) => bytes instanceof Uint8Array && bytes.every(byte => byte === 0)

/** What was overwritten with zeros since, in hex. */
let wiped: string[]
beforeEach(() => {
  wiped = []
  for (const prototype of [Buffer.prototype, Object.getPrototypeOf(Uint8Array.prototype)]) {
    const fill = prototype.fill
    vi.spyOn(prototype, 'fill').mockImplementation(function (this: Uint8Array, ...given: unknown[]) {
      if (given.length === 1 && given[0] === 0) wiped.push(hex(this))
      return Reflect.apply(fill, this, given)
    })
  }
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe.each(chains)('of a wallet on %s', chain => {
  test('making one leaves no salt, entropy, phrase, seed or key', () => {
    const derive = vi.spyOn(CHAIN_KEYS[chain], 'derive')
    const { sealedEntropy } = createWallet(custody, creation(chain))
    const [seed] = derive.mock.calls[0] ?? []
    expect([isWiped(seed), isWiped(derive.mock.results[0]?.value)]).toEqual([true, true])
    const made = [...wiped]
    const entropy = open(envelopeKey, { purpose: 'user-entropy', ...owner }, sealedEntropy)
    for (const secret of [entropy, recoveryPhrase(entropy), openEntropySalt(custody, salt)])
      expect(made).toContain(hex(secret))
  })

  test('making a further one leaves no entropy', () => {
    const { sealedEntropy } = createWallet(custody, creation(chain))
    wiped = []
    createWallet(custody, creation(chain, { sealedEntropy, walletIndex: 1 }))
    const made = [...wiped]
    const entropy = open(envelopeKey, { purpose: 'user-entropy', ...owner }, sealedEntropy)
    expect(made).toContain(hex(entropy))
  })

  test('one that cannot be made leaves no seed', () => {
    const derive = vi.spyOn(CHAIN_KEYS[chain], 'derive')
    expect(() => createWallet(custody, creation(chain, { walletIndex: 2 ** 31 }))).toThrow('index')
    expect(isWiped(derive.mock.calls[0]?.[0])).toBe(true)
  })

  test('signing leaves no key, and neither does refusing to', () => {
    const { address, sealedKey } = createWallet(custody, creation(chain))
    const method = chain === 'ethereum' ? 'personal_sign' : 'signMessage'
    const request = (change: object) => ({
      wallet: { ...owner, walletId: 'wallet_1', chainType: chain, address, sealedKey, ...change },
      device,
      authorization: authorized('/wallets/wallet_1/rpc', SAMPLES[method].request(address)),
    })
    const addressOf = vi.spyOn(CHAIN_KEYS[chain], 'addressOf')
    walletRpc(custody, request({}))
    const foreign = seal(envelopeKey, contextOf(chain, address), Buffer.alloc(32, 1))
    expect(() => walletRpc(custody, request({ sealedKey: foreign }))).toThrow('does not belong')
    expect(addressOf.mock.calls.map(([key]) => isWiped(key))).toEqual([true, true])
  })
})

test('an envelope that does not open leaves nothing of what was in it', () => {
  const secret = Buffer.alloc(32, 0xa7)
  const sealed = seal(envelopeKey, contextOf('ethereum', '0x1'), secret)
  expect(() => open(envelopeKey, contextOf('ethereum', '0x2'), sealed)).toThrow('belongs to another')
  expect(wiped).toContain(hex(secret))
})

test('an Ed25519 key leaves no copy in PKCS #8', () => {
  const key = Buffer.alloc(32, 0xa7)
  signEd25519(Buffer.from('hello'), key)
  expect(wiped.some(each => each.endsWith(hex(key)) && each.length > 64)).toBe(true)
})

test('keys of shares leave none, together or one by one', async () => {
  const recipient = phone.publicKey
  const authorization = authorized('/embedded_wallets/keys', {
    recipient,
    purposes: ['auth-share', 'recovery'],
  })
  await releaseShareKeys(custody, { ...owner, device, authorization })
  const all = wiped.find(each => each.length === 128 && wiped.includes(each.slice(0, 64)))
  expect(wiped).toContain(all?.slice(64))
})

test.each(chains)(
  'a key of %s that is made for who is to come leaves no copy, and neither does giving it to them',
  chain => {
    const identities = [{ type: 'email', subject: 'a@b.example' }] as const
    const named = { appId: 'app_1', walletId: 'expected_1', chainType: chain, identities: [...identities] }
    const { address, sealedKey } = pregenerateKey(custody, named)
    const { appId, ...of } = named
    const key = hex(open(envelopeKey, { purpose: 'expected-key', ...named, address }, sealedKey))
    expect(wiped).toContain(key)
    wiped = []
    const statement = { kind: 'account', ...owner, channel: 'email', address: 'a@b.example' } as const
    const account = { ...identities[0], seal: sealStatement(custody.keyring.accountSeal, statement) }
    claimExpectedKey(custody, {
      ...owner,
      walletId: 'wallet_1',
      account,
      expected: { ...of, address, sealedKey },
    })
    expect(wiped).toContain(key)
  },
)

describe.each(chains)('a key of %s that is brought', chain => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const keys = CHAIN_KEYS[chain]
  const brought = async (plain: Buffer, address: string, entropy: object) => {
    const { publicKey } = issueImportKey(custody, { ...owner, importId: 'i', chainType: chain, address })
    const sealed = await sealKey(publicKey, plain)
    const wallet = { chain_type: chain, address, ...entropy, encryption_type: 'HPKE', ...sealed }
    return importKey(custody, {
      ...{ walletId: 'wallet_1', ...owner, importId: 'i', device },
      presence: { of: 'login', ...issuePresence(custody, { ...owner, device: phone.thumbprint, ...LOGIN }) },
      authorization: authorized('/wallets/import/submit', { wallet }),
    })
  }

  test.each(['taken', 'refused'])('and %s leaves no key, words, entropy or seed', async outcome => {
    const key = Buffer.alloc(32, 0x5a)
    const address = outcome === 'taken' ? keys.addressOf(key) : keys.addressOf(Buffer.alloc(32, 1))
    wiped = []
    expect(await brought(Buffer.from(key), address, { entropy_type: 'private-key' })).toMatchObject({
      ok: outcome === 'taken',
    })
    // As it was decrypted, and as it was read.
    expect(wiped.filter(each => each === hex(key)).length).toBeGreaterThanOrEqual(3)

    const entropy = entropyOfPhrase(Buffer.from(words)) as Buffer
    const seed = bip39Seed(entropy)
    const derived = keys.derive(seed, 0)
    wiped = []
    await brought(Buffer.from(words), outcome === 'taken' ? keys.addressOf(derived) : address, {
      entropy_type: 'hd',
    })
    for (const secret of [Buffer.from(words), entropy, seed, derived]) expect(wiped).toContain(hex(secret))
  })

  test('and is shown leaves no key, nor the words that others come from', async () => {
    const made = createWallet(custody, creation(chain))
    const { spki } = await makeRecipient()
    const show = (more: object) =>
      exportKey(custody, {
        wallet: { walletId: 'wallet_1', ...owner, chainType: chain, ...rowOf(made) },
        sealedEntropy: made.sealedEntropy,
        device,
        presence: {
          of: 'login',
          ...issuePresence(custody, { ...owner, device: phone.thumbprint, ...LOGIN }),
        },
        authorization: authorized('/wallets/wallet_1/export', {
          ...{ encryption_type: 'HPKE', recipient_public_key: spki },
          ...more,
        }),
      })
    wiped = []
    await show({})
    const entropy = open(envelopeKey, { purpose: 'user-entropy', ...owner }, made.sealedEntropy)
    const key = keys.derive(bip39Seed(entropy), 0)
    expect(wiped).toContain(hex(key))
    // What was encrypted, and the copy that the cipher read.
    expect(wiped.filter(each => each.startsWith(hex(key))).length).toBeGreaterThanOrEqual(3)
    wiped = []
    await show({ export_seed_phrase: true })
    for (const secret of [entropy, recoveryPhrase(entropy)]) expect(wiped).toContain(hex(secret))
  })
})

const rowOf = ({ address, sealedKey }: { address: string; sealedKey: string }) => ({ address, sealedKey })

test('deriving the identity leaves neither its scalar nor the form that it is read from', () => {
  const { identity } = deriveKeyring(Buffer.alloc(32, 0xa7))
  const scalar = hex(Buffer.from(identity.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'))
  expect(wiped).toContain(scalar)
  expect(wiped.some(each => each.includes(scalar) && each.length > scalar.length)).toBe(true)
})

test('roots that are taken, made or advanced leave none of them', () => {
  const masterKey = Buffer.alloc(32, 0xa7)
  const sealed = derivedRoots(masterKey)
  const { roots, envelopes } = derivedSet(masterKey)
  const values = [roots, ...envelopes.map(it => it.values)].flatMap(it => [...it.values()].map(hex))
  const keeper = createRootKeeper([heldKey(masterKey)])
  for (const run of [
    () => keeper.take(sealed),
    () => makeRoots(keeper, { derivedFrom: heldKey(masterKey).id }),
    () => advanceRoots(keeper, { sealed, change: 'add-key' }),
  ]) {
    wiped = []
    run()
    for (const value of values) expect(wiped).toContain(value)
  }
})

test('the token-signing key leaves no text of itself', async () => {
  const { sealed, privateJwk } = await openTokenKey(custody, { sealed: null })
  const text = hex(Buffer.from(JSON.stringify(privateJwk)))
  expect(wiped).toContain(text)
  wiped = []
  await openTokenKey(custody, { sealed })
  expect(wiped).toContain(text)
})
