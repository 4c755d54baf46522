import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import { hpkeSeal } from '@vitrine/shared/hpke/hpke.ts'
import { makeRecipient, openKey, sealKey, spkiPoint } from '@vitrine/shared/hpke/key-transport.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { type BatchOwner, batchInfo } from '@vitrine/shared/wallet/batch-import.ts'
import { HDNodeWallet, Mnemonic, Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { CHAIN_KEYS } from '../chain-keys.ts'
import { createWallet } from '../create-wallet.ts'
import { ed25519PublicKey } from '../ed25519.ts'
import type { SignerRequest } from '../operations.ts'
import { LOGIN } from '../presence.ts'
import { sealStatement } from '../seal.ts'
import {
  createTestCustody,
  MASTER_KEY,
  NOW,
  ORIGIN,
  payloadFor,
  sealedDevice,
  sealedSalt,
} from '../testing/custody.ts'
import { createTestDevice, type TestDevice } from '../testing/device.ts'
import { SAMPLES } from '../testing/requests.ts'
import { walletRpc } from '../wallet-rpc.ts'
import { exportKey } from './export-key.ts'
import { importKey } from './import-key.ts'
import { issueImportKey } from './import-recipient.ts'
import { claimKey, receiveKey } from './receive-key.ts'

type Presence = SignerRequest<'exportKey'>['presence']
type Wallet_ = SignerRequest<'walletRpc'>['wallet']

const custody = createTestCustody()
const owner = { appId: 'app_1', userId: 'user_1' }
const phone = await createTestDevice()
const stranger = await createTestDevice()
const device = sealedDevice(custody, owner, phone)
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const authorized = (path: string, body: unknown, by: TestDevice = phone) => {
  const payload = payloadFor('app_1', path, body) as SignerRequest<'exportKey'>['authorization']['payload']
  return { payload, signature: by.authorize(payload) }
}

/** As the signer seals it at a login or a step-up. */
function seen(
  door: { readonly purpose: string; readonly target: string },
  {
    at = NOW,
    by = phone.thumbprint,
    ...who
  }: { at?: number; by?: string; userId?: string; appId?: string } = {},
): Presence {
  const statement = { kind: 'presence', ...owner, ...who, device: by, ...door, at } as const
  const of = door.purpose === LOGIN.purpose ? 'login' : 'step-up'
  return { of, at, seal: sealStatement(custody.keyring.presence, statement) }
}
const missing = { code: 'missing_presence' }

const ETH_KEY = randomBytes(32)
const ETH = new Wallet(`0x${ETH_KEY.toString('hex')}`).address
const SOL_SEED = randomBytes(32)
const SOL_KEY = Uint8Array.of(...SOL_SEED, ...ed25519PublicKey(SOL_SEED))
const SOL = base58Text(ed25519PublicKey(SOL_SEED))

interface Brought {
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
  readonly plain: Uint8Array
  readonly entropy?: { readonly entropy_type: 'private-key' | 'hd'; readonly index?: number }
}

async function submission(
  { chainType, address, plain, entropy = { entropy_type: 'private-key' } }: Brought,
  change: Partial<SignerRequest<'importKey'>> = {},
  importId = 'import_1',
) {
  const named = { chainType, address }
  const { publicKey } = issueImportKey(custody, { ...owner, importId: 'import_1', ...named })
  const sealed = await sealKey(publicKey, plain)
  const body = { wallet: { chain_type: chainType, address, ...entropy, encryption_type: 'HPKE', ...sealed } }
  const presence = seen({ purpose: 'import', target: walletTarget(chainType, address) })
  const authorization = authorized('/wallets/import/submit', body)
  return { walletId: 'wallet_1', ...owner, importId, device, presence, authorization, ...change }
}
const bring = async (brought: Brought, change: Partial<SignerRequest<'importKey'>> = {}, importId?: string) =>
  importKey(custody, await submission(brought, change, importId))

const ethereum = (plain: Uint8Array = ETH_KEY, address = ETH): Brought => ({
  chainType: 'ethereum',
  address,
  plain,
})
const solana = (plain: Uint8Array = SOL_KEY, address = SOL): Brought => ({
  chainType: 'solana',
  address,
  plain,
})

describe('the key that a key is encrypted to', () => {
  const names = { ...owner, importId: 'import_1', chainType: 'ethereum', address: ETH } as const

  test('is the same in every process with the master key, and signed for this import alone', async () => {
    const issued = issueImportKey(custody, names)
    expect(issueImportKey(createTestCustody(MASTER_KEY), names).publicKey).toBe(issued.publicKey)
    const identity = Buffer.from(custody.keyring.identity.publicKey).toString('base64url')
    const statement = { kind: 'import-key', origin: ORIGIN, ...names, recipient: issued.publicKey } as const
    expect(await isStatementOf(identity, statement, issued.signature)).toBe(true)
    for (const change of [
      { userId: 'user_2' },
      { userId: null },
      { address: SOL },
      { recipient: device.publicKey },
    ])
      expect(await isStatementOf(identity, { ...statement, ...change }, issued.signature)).toBe(false)
  })

  test('is another one for every app, user, import, chain and address, and of another master key', () => {
    const changes = [
      {},
      { appId: 'app_2' },
      { userId: 'user_2' },
      { userId: null },
      { importId: 'import_2' },
      { chainType: 'solana' },
      { address: SOL },
    ] as const
    const keys = changes.map(change => issueImportKey(custody, { ...names, ...change }).publicKey)
    keys.push(issueImportKey(createTestCustody(randomBytes(32)), names).publicKey)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a key that is brought', () => {
  test.each([
    ['of Ethereum', ethereum()],
    ['of Ethereum, whose address is written in small letters', ethereum(ETH_KEY, ETH.toLowerCase())],
    ['of Solana with its public key', solana()],
    ['of Solana as a seed', solana(SOL_SEED)],
  ])('%s signs as its address, as a key that was brought and as no other', async (_, brought) => {
    const made = await bring(brought)
    if (!made.ok) throw new Error(made.reason)
    expect(made.address).toBe(brought.chainType === 'solana' ? SOL : ETH)
    const { address, sealedKey } = made
    const wallet: Wallet_ = {
      walletId: 'wallet_1',
      ...owner,
      chainType: brought.chainType,
      address,
      sealedKey,
    }
    const method = brought.chainType === 'solana' ? 'signMessage' : 'personal_sign'
    const { request, signer } = SAMPLES[method]
    const sign = (change: Partial<Wallet_>) => {
      const row = { ...wallet, isImported: true as const, ...change }
      const authorization = authorized(`/wallets/${row.walletId}/rpc`, request(address))
      return walletRpc(custody, { wallet: row, device, authorization })
    }
    expect(signer(sign({}).data as never, address)).toBe(address)
    for (const change of [{ isImported: undefined }, { walletId: 'wallet_2' }, { address: SOL.slice(1) }])
      expect(() => sign(change)).toThrow('belongs to another wallet')
  })

  test.each([0, 7])('as words is the one at index %i of each chain’s path', async index => {
    const path = `m/44'/60'/0'/0/${index}`
    const { address } = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(PHRASE), path)
    const entropy = { entropy_type: 'hd', index } as const
    const plain = Buffer.from(` ${PHRASE.toUpperCase()}\n`)
    expect(await bring({ ...ethereum(plain, address), entropy })).toMatchObject({ ok: true, address })
    const seed = Buffer.from(Mnemonic.fromPhrase(PHRASE).computeSeed().slice(2), 'hex')
    const key = CHAIN_KEYS.solana.derive(seed, index)
    const named = CHAIN_KEYS.solana.addressOf(key)
    expect(await bring({ ...solana(Buffer.from(PHRASE), named), entropy })).toMatchObject({ ok: true })
  })

  const n = Buffer.from(secp256k1.Point.CURVE().n.toString(16), 'hex')
  const words = (phrase: string): Brought => ({
    ...ethereum(Buffer.from(phrase)),
    entropy: { entropy_type: 'hd' },
  })
  test.each([
    ['zero', ethereum(Buffer.alloc(32)), 'key'],
    ['the order of the curve', ethereum(n), 'key'],
    ['31 bytes', ethereum(ETH_KEY.subarray(1)), 'key'],
    ['a Solana key whose public key is another’s', solana(Buffer.concat([SOL_SEED, randomBytes(32)])), 'key'],
    ['63 bytes of Solana', solana(SOL_KEY.subarray(1)), 'key'],
    ['another address’s', ethereum(randomBytes(32)), 'address'],
    ['words of another number', words(PHRASE.split(' ').slice(1).join(' ')), 'words'],
    ['25 words', words(`${PHRASE} ${PHRASE} legal`), 'words'],
    ['a word that is none', words(PHRASE.replace('wave', 'wavee')), 'words'],
    ['words with another checksum', words(PHRASE.replace('yellow', 'zoo')), 'checksum'],
    ['words of another address', words(PHRASE), 'address'],
    ['nothing', words(''), 'words'],
  ] as const)('that is %s is refused for what it is', async (_, brought, reason) => {
    expect(await bring(brought)).toEqual({ ok: false, reason })
  })

  test('is encrypted by either cipher, with what both sides know', async () => {
    const named = { chainType: 'ethereum', address: ETH } as const
    const { publicKey } = issueImportKey(custody, { ...owner, importId: 'import_1', ...named })
    const [info, aad] = [randomBytes(8), randomBytes(8)]
    const sealed = await hpkeSeal(spkiPoint(publicKey) ?? ETH_KEY, { info, aad }, ETH_KEY)
    const hpke = {
      ciphertext: base64Text(sealed.subarray(65)),
      encapsulated_key: base64Text(sealed.subarray(0, 65)),
    }
    const wallet = {
      chain_type: 'ethereum',
      address: ETH,
      entropy_type: 'private-key',
      encryption_type: 'HPKE',
      ...hpke,
    }
    const config = { aead_algorithm: 'AES_GCM256', info: base64Text(info), aad: base64Text(aad) }
    const send = async (hpke_config: object) => {
      const authorization = authorized('/wallets/import/submit', { wallet: { ...wallet, hpke_config } })
      return bring(ethereum(), { authorization })
    }
    expect(await send(config)).toMatchObject({ ok: true })
    expect(await send({ ...config, aad: base64Text(randomBytes(8)) })).toEqual({
      ok: false,
      reason: 'sealed',
    })
  })

  test('for one import opens for no other import, user, app or address', async () => {
    const good = await submission(ethereum())
    expect(await importKey(custody, good)).toMatchObject({ ok: true })
    expect(await importKey(custody, { ...good, importId: 'import_2' })).toEqual({
      ok: false,
      reason: 'sealed',
    })
    const other = { ...owner, userId: 'user_2' }
    const theirs = {
      ...good,
      ...other,
      device: sealedDevice(custody, other, phone),
      presence: seen({ purpose: 'import', target: walletTarget('ethereum', ETH) }, { userId: 'user_2' }),
    }
    expect(await importKey(custody, theirs)).toEqual({ ok: false, reason: 'sealed' })
    await expect(importKey(custody, { ...good, userId: 'user_2' })).rejects.toMatchObject({
      code: 'invalid_seal',
    })
    const body = { ...(good.authorization.payload.body as { wallet: object }) }
    const swapped = { wallet: { ...body.wallet, address: SOL, chain_type: 'solana' } }
    const authorization = { ...good.authorization, payload: { ...good.authorization.payload, body: swapped } }
    await expect(importKey(custody, { ...good, authorization })).rejects.toMatchObject({
      code: 'invalid_authorization',
    })
  })

  test.each([
    ['of another purpose', seen({ purpose: 'export', target: walletTarget('ethereum', ETH) })],
    ['for another wallet', seen({ purpose: 'import', target: walletTarget('solana', SOL) })],
    [
      'of another user',
      seen({ purpose: 'import', target: walletTarget('ethereum', ETH) }, { userId: 'user_2' }),
    ],
    [
      'on another device',
      seen({ purpose: 'import', target: walletTarget('ethereum', ETH) }, { by: stranger.thumbprint }),
    ],
    [
      'five minutes old',
      seen({ purpose: 'import', target: walletTarget('ethereum', ETH) }, { at: NOW - 300_000 }),
    ],
    [
      'that says it is a login',
      { ...seen({ purpose: 'import', target: walletTarget('ethereum', ETH) }), of: 'login' as const },
    ],
    ['of nobody', { of: 'login' as const, at: NOW, seal: 'A'.repeat(43) }],
  ])('is not taken by a proof %s', async (_, presence) => {
    await expect(bring(ethereum(), { presence })).rejects.toMatchObject(missing)
  })

  test('is taken after a login just now', async () => {
    expect(await bring(ethereum(), { presence: seen(LOGIN) })).toMatchObject({ ok: true })
  })
})

describe('a key that is shown', () => {
  const created = (chainType: 'ethereum' | 'solana') => {
    const body = { chain_type: chainType, owner: { public_key: phone.publicKey } }
    const made = createWallet(custody, {
      ...{ walletId: 'wallet_1', ...owner, chainType, walletIndex: 0, sealedEntropy: null },
      ...{ entropySalt: sealedSalt(custody), device, authorization: authorized('/wallets', body) },
    })
    const wallet: Wallet_ = {
      ...{ walletId: 'wallet_1', ...owner, chainType },
      ...{ address: made.address, sealedKey: made.sealedKey },
    }
    return { wallet, sealedEntropy: made.sealedEntropy }
  }
  const door = ({ chainType, address }: Wallet_, purpose = 'export') => ({
    purpose,
    target: walletTarget(chainType, address),
  })
  const asked = (wallet: Wallet_, recipient: string, more: object = {}) => ({
    wallet,
    device,
    presence: seen(door(wallet)),
    authorization: authorized('/wallets/wallet_1/export', {
      ...{ encryption_type: 'HPKE', recipient_public_key: recipient },
      ...more,
    }),
  })
  const opened = async (
    reader: Awaited<ReturnType<typeof makeRecipient>>,
    answer: ReturnType<typeof exportKey>,
  ) => {
    const { ciphertext, encapsulatedKey } = await answer
    return openKey(reader, { ciphertext, encapsulated_key: encapsulatedKey })
  }

  test('makes the wallet’s address, and the words make it too', async () => {
    const reader = await makeRecipient()
    const { wallet, sealedEntropy } = created('ethereum')
    const key = await opened(reader, exportKey(custody, asked(wallet, reader.spki)))
    expect(new Wallet(`0x${Buffer.from(key ?? []).toString('hex')}`).address).toBe(wallet.address)
    const request = asked(wallet, reader.spki, { export_seed_phrase: true })
    const phrase = await opened(reader, exportKey(custody, { ...request, sealedEntropy }))
    const words = Buffer.from(phrase ?? []).toString()
    expect(words.split(' ')).toHaveLength(24)
    expect(HDNodeWallet.fromPhrase(words).address).toBe(wallet.address)
  })

  test('of Solana has its public key behind it', async () => {
    const reader = await makeRecipient()
    const { wallet } = created('solana')
    const key = await opened(reader, exportKey(custody, asked(wallet, reader.spki)))
    expect([key?.length, base58Text(key?.subarray(32) ?? new Uint8Array())]).toEqual([64, wallet.address])
    expect(base58Text(ed25519PublicKey(key?.subarray(0, 32) ?? new Uint8Array()))).toBe(wallet.address)
  })

  test('that was brought is shown as it came, and has no words', async () => {
    const made = await bring(solana())
    if (!made.ok) throw new Error(made.reason)
    const { address, sealedKey } = made
    const wallet = {
      walletId: 'wallet_1',
      ...owner,
      chainType: 'solana',
      address,
      sealedKey,
      isImported: true,
    } as const
    const reader = await makeRecipient()
    expect(await opened(reader, exportKey(custody, asked(wallet, reader.spki)))).toEqual(SOL_KEY)
    const { sealedEntropy } = created('solana')
    const words = { ...asked(wallet, reader.spki, { export_seed_phrase: true }), sealedEntropy }
    await expect(exportKey(custody, words)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('is the user’s who took its owner in, after a proof of theirs', async () => {
    const reader = await makeRecipient()
    const { wallet } = created('ethereum')
    const adopterId = { ...owner, userId: 'user_9' }
    const statement = { kind: 'adoption', appId: 'app_1', adopter: 'user_9', adopted: 'user_1' } as const
    const adopter = { userId: 'user_9', seal: sealStatement(custody.keyring.adoption, statement) }
    const request = {
      ...asked(wallet, reader.spki),
      adopter,
      device: sealedDevice(custody, adopterId, phone),
    }
    await expect(exportKey(custody, request)).rejects.toMatchObject(missing)
    const presence = seen(door(wallet), { userId: 'user_9' })
    expect(await opened(reader, exportKey(custody, { ...request, presence }))).toHaveLength(32)
  })

  test('goes to nobody by a proof of another purpose, wallet, user or device, or of five minutes ago', async () => {
    const reader = await makeRecipient()
    const { wallet } = created('ethereum')
    const good = asked(wallet, reader.spki)
    for (const presence of [
      seen(door(wallet, 'import')),
      seen(door(wallet, 'link')),
      seen({ purpose: 'export', target: walletTarget('ethereum', ETH) }),
      seen(door(wallet), { userId: 'user_2' }),
      seen(door(wallet), { appId: 'app_2' }),
      seen(door(wallet), { by: stranger.thumbprint }),
      seen(door(wallet), { at: NOW - 300_000 }),
      { ...good.presence, at: NOW + 1 },
      { of: 'step-up', at: NOW, seal: device.seal } as const,
    ])
      await expect(exportKey(custody, { ...good, presence })).rejects.toMatchObject(missing)
    expect(await opened(reader, exportKey(custody, { ...good, presence: seen(LOGIN) }))).toHaveLength(32)
  })

  test('goes to the recipient alone that the device signed, of the wallet that it signed', async () => {
    const [reader, thief] = [await makeRecipient(), await makeRecipient()]
    const { wallet, sealedEntropy } = created('ethereum')
    const good = asked(wallet, reader.spki)
    const { payload, signature } = good.authorization
    const body = { encryption_type: 'HPKE', recipient_public_key: thief.spki }
    for (const authorization of [
      { payload: { ...payload, body }, signature },
      authorized('/wallets/wallet_1/export', body, stranger),
      authorized('/wallets/wallet_2/export', body),
      authorized('/wallets/wallet_1/rpc', body),
      authorized('/wallets/wallet_1/export', { method: 'personal_sign' }),
    ])
      await expect(exportKey(custody, { ...good, authorization })).rejects.toMatchObject({
        code: 'invalid_authorization',
      })
    expect(await opened(thief, exportKey(custody, good))).toBeNull()
    // A row of another wallet, or of the words, under this wallet's name.
    const other = created('solana')
    for (const change of [
      { sealedKey: other.wallet.sealedKey },
      { sealedKey: sealedEntropy },
      { isImported: true as const },
    ])
      await expect(exportKey(custody, { ...good, wallet: { ...wallet, ...change } })).rejects.toMatchObject({
        code: 'unreadable_envelope',
      })
  })

  test('is encrypted to no key that is none', async () => {
    const { wallet } = created('ethereum')
    for (const recipient of ['AAAA', (await createTestDevice('P-384')).publicKey])
      await expect(exportKey(custody, asked(wallet, recipient))).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_/),
      })
  })
})

describe('a key that an operator brings', () => {
  const nobody = { userId: null, chainType: null, address: null }
  const sealed = async (owner: BatchOwner) => {
    const { publicKey } = issueImportKey(custody, { appId: 'app_1', importId: 'batch_1', ...nobody })
    const how = { entropy_type: 'private-key', encryption_type: 'HPKE' } as const
    const named = { chain_type: 'ethereum', address: ETH, ...how } as const
    return {
      ...named,
      ...(await sealKey(publicKey, ETH_KEY, { info: batchInfo(owner), aad: new Uint8Array() })),
    }
  }
  const identity = { type: 'email', subject: 'a@b.example' } as const
  const accountSeal = (facts?: { test: true }, change: object = {}) =>
    sealStatement(custody.keyring.accountSeal, {
      ...{ kind: 'account', ...owner, channel: 'email', address: 'a@b.example' },
      ...change,
      ...(facts && { facts }),
    })

  test('waits for its identity’s user, and for nobody else', async () => {
    const wallet = await sealed(identity)
    const received = await receiveKey(custody, {
      ...{ appId: 'app_1', importId: 'batch_1', wallet },
      owner: { pendingId: 'pending_1', ...identity },
    })
    if (!received.ok) throw new Error(received.reason)
    const { address, sealedKey } = received
    const waiting = { pendingId: 'pending_1', chainType: 'ethereum', address, sealedKey } as const
    const request = { ...owner, walletId: 'wallet_1', account: { ...identity, seal: accountSeal() }, waiting }
    const claimed = claimKey(custody, request)
    const row = { walletId: 'wallet_1', ...owner, chainType: 'ethereum', address, isImported: true } as const
    const authorization = authorized('/wallets/wallet_1/rpc', SAMPLES.personal_sign.request(ETH))
    const sign = (sealedBy: string) =>
      walletRpc(custody, { wallet: { ...row, sealedKey: sealedBy }, device, authorization })
    expect(SAMPLES.personal_sign.signer(sign(claimed.sealedKey).data as never, ETH)).toBe(ETH)
    expect(() => sign(sealedKey)).toThrow('belongs to another wallet')

    const test = { test: true } as const
    for (const account of [
      { ...identity, seal: device.seal },
      { ...identity, seal: accountSeal(undefined, { userId: 'user_2' }) },
      { ...identity, seal: accountSeal(undefined, { address: 'c@d.example' }) },
      // Somebody wrote the code of a test account down.
      { ...identity, facts: test, seal: accountSeal(test) },
    ])
      expect(() => claimKey(custody, { ...request, account })).toThrow('not this user')
    const other = {
      type: 'email',
      subject: 'c@d.example',
      seal: accountSeal(undefined, { address: 'c@d.example' }),
    } as const
    expect(() => claimKey(custody, { ...request, account: other })).toThrow('belongs to another')
  })

  test('for a user is no key of a person’s import, and opens by its batch alone', async () => {
    const wallet = await sealed({ user_id: 'user_1' })
    const to = { userId: 'user_1', walletId: 'wallet_1' }
    const receive = (change: object) =>
      receiveKey(custody, { appId: 'app_1', importId: 'batch_1', owner: to, wallet, ...change })
    expect(await receive({})).toMatchObject({ ok: true, address: ETH })
    for (const change of [{ importId: 'batch_2' }, { appId: 'app_2' }])
      expect(await receive(change)).toEqual({ ok: false, reason: 'sealed' })
    // What a person encrypted for their import is not the operator's to place.
    const { authorization } = await submission(ethereum())
    const theirs = (authorization.payload.body as { wallet: typeof wallet }).wallet
    expect(await receive({ wallet: theirs, importId: 'import_1' })).toEqual({ ok: false, reason: 'sealed' })
  })
})
