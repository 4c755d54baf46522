import type { KeyObject } from 'node:crypto'
import { RPC_RESPONSES, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import { describe, expect, test } from 'vitest'
import { createWallet } from './create-wallet.ts'
import { seal } from './envelope.ts'
import type { SignerRequest } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { sealStatement } from './seal.ts'
import { createTestCustody, NOW, payloadFor, sealedDevice, sealedSalt } from './testing/custody.ts'
import { createTestDevice, type TestDevice } from './testing/device.ts'
import { SAMPLES } from './testing/requests.ts'
import { walletRpc } from './wallet-rpc.ts'

/**
 * Who has stolen what cannot sign with it, for every method: an access token (the signer never sees one), the whole
 * database, and an API process in a stranger's hands, which may ask the signer for anything but has no fresh signature
 * by the user's device.
 */
const custody = createTestCustody()
const owner = { appId: 'app_1', userId: 'user_1' }
const phone = await createTestDevice()
const thief = await createTestDevice()
const device = sealedDevice(custody, owner, phone)

type Request = SignerRequest<'walletRpc'>
type Authorization = Request['authorization']
const authorized = (path: string, body: unknown, signer: TestDevice = phone, expiry = NOW + 60_000) => {
  const payload = payloadFor('app_1', path, body, { expiry }) as Authorization['payload']
  return { payload, signature: signer.authorize(payload) }
}

const entropySalt = sealedSalt(custody)
let count = 0
let entropy: string | null = null
function makeWallet(chainType: 'ethereum' | 'solana', walletIndex = 0) {
  const walletId = `wallet_${++count}`
  const body = { chain_type: chainType, owner: { public_key: phone.publicKey } }
  const authorization = authorized('/wallets', body)
  const made = createWallet(custody, {
    ...owner,
    walletId,
    chainType,
    walletIndex,
    sealedEntropy: entropy,
    entropySalt,
    device,
    authorization,
  })
  entropy = made.sealedEntropy
  return { ...owner, walletId, chainType, address: made.address, sealedKey: made.sealedKey }
}
const wallets = { ethereum: makeWallet('ethereum'), solana: makeWallet('solana') }
const others = { ethereum: makeWallet('ethereum', 1), solana: makeWallet('solana', 1) }

const refusalOf = (request: Request): string => {
  try {
    walletRpc(custody, request)
    return 'signed'
  } catch (error) {
    return error instanceof SignerRefusal ? error.code : 'crashed'
  }
}

describe.each(Object.keys(SAMPLES) as RpcMethod[])('%s', method => {
  const { chainType } = SAMPLES[method]
  const wallet = wallets[chainType]
  const path = `/wallets/${wallet.walletId}/rpc`
  const body = SAMPLES[method].request(wallet.address)
  const good: Request = { wallet, device, authorization: authorized(path, body) }
  const refusal = (change: Partial<Request>) => refusalOf({ ...good, ...change })
  const withKey = (sealedKey: string) => refusal({ wallet: { ...wallet, sealedKey } })

  test('is performed, and an independent library names the wallet as signer', () => {
    const answer = RPC_RESPONSES[method].parse(walletRpc(custody, good))
    expect(SAMPLES[method].signer(answer.data as never, wallet.address)).toBe(wallet.address)
  })

  test('a stolen database signs nothing: no signature by the device can be made from it', () => {
    const signatures = ['', 'AAAA', device.seal, wallet.sealedKey]
    for (const signature of signatures) {
      const authorization = { ...good.authorization, signature }
      expect(refusal({ authorization })).toBe('invalid_authorization')
    }
  })

  test('a stolen database signs nothing with a key of the thief’s in the place of the user’s', () => {
    const authorization = authorized(path, body, thief)
    expect(refusal({ authorization })).toBe('invalid_authorization')
    const planted = [
      { publicKey: thief.publicKey, seal: device.seal },
      sealedDevice(custody, { ...owner, userId: 'user_2' }, thief),
      sealedDevice(custody, { ...owner, appId: 'app_2' }, thief),
      sealedDevice(createTestCustody(Buffer.alloc(32, 5)), owner, thief),
      {
        publicKey: thief.publicKey,
        seal: sealStatement(custody.keyring.accountSeal, {
          kind: 'device',
          ...owner,
          publicKey: thief.publicKey,
        }),
      },
    ]
    for (const device of planted) expect(refusal({ device, authorization })).toBe('invalid_seal')
  })

  test('a captured approval signs nothing else: not later, not for another wallet, not for another body', () => {
    const stale = authorized(path, body, phone, NOW)
    expect(refusal({ authorization: stale })).toBe('expired_authorization')
    const hoarded = authorized(path, body, phone, NOW + 300_001)
    expect(refusal({ authorization: hoarded })).toBe('invalid_authorization')
    expect(refusal({ wallet: others[chainType] })).toBe('invalid_authorization')
    const other = { ...good.authorization.payload, body: { ...body, params: {} } }
    expect(refusal({ authorization: { ...good.authorization, payload: other } })).toBe(
      'invalid_authorization',
    )
    expect(refusal({ authorization: authorized('/wallets', body) })).toBe('invalid_authorization')
  })

  test('an approval for one wallet signs with no other, whatever the row says', () => {
    const { address, sealedKey } = others[chainType]
    expect(refusal({ wallet: { ...wallet, address, sealedKey } })).not.toBe('signed')
    expect(refusal({ wallet: { ...wallet, address } })).not.toBe('signed')
    expect(withKey(sealedKey)).toBe('unreadable_envelope')
  })

  test('a key of the other chain family is never used', () => {
    const other = wallets[chainType === 'solana' ? 'ethereum' : 'solana']
    const authorization = authorized(`/wallets/${other.walletId}/rpc`, body)
    expect(refusalOf({ wallet: other, device, authorization })).toBe('invalid_request')
    expect(refusal({ wallet: { ...wallet, chainType: other.chainType } })).toBe('invalid_request')
  })

  test('envelopes that are cut short, of a newer release, foreign or of another purpose do not open', () => {
    for (let length = 0; length < wallet.sealedKey.length; length += 7) {
      const namesKey = length >= 'v1.'.length + (wallet.sealedKey.split('.')[1] ?? '').length
      const code = length > 1 && !namesKey ? 'unknown_key' : 'unreadable_envelope'
      expect([length, withKey(wallet.sealedKey.slice(0, length))]).toEqual([length, code])
    }
    const { envelope, tokenKey } = custody.keyring
    const { sealedKey: _, ...context } = { purpose: 'wallet-key' as const, ...wallet }
    const secret = Buffer.alloc(32, 1)
    // Another's key under this one's name.
    const sealUnderId = ({ current, byId }: typeof envelope, id: string) =>
      seal({ current: id, byId: new Map([[id, byId.get(current) as KeyObject]]) }, context, secret)
    const envelopes = [
      wallet.sealedKey.replace(/^v1/, 'v2'),
      String(entropy),
      sealUnderId(createTestCustody(Buffer.alloc(32, 5)).keyring.envelope, envelope.current),
      seal(tokenKey, context, secret),
      seal(envelope, { ...context, chainType: 'bitcoin' }, secret),
      // Sealed by this very process for this very wallet, but not the key of its address.
      seal(envelope, context, secret),
    ]
    for (const sealedKey of envelopes) expect(withKey(sealedKey)).toBe('unreadable_envelope')
  })
})

test('the entropy of another user, app or release makes no wallet', () => {
  const body = { chain_type: 'solana', owner: { public_key: phone.publicKey } }
  const creation = {
    ...owner,
    walletId: 'wallet_x',
    chainType: 'solana',
    walletIndex: 0,
    device,
    authorization: authorized('/wallets', body),
  } as const
  // Entropies that this very signer made, for another user and in another app.
  const foreign = [
    { ...owner, userId: 'user_2' },
    { ...owner, appId: 'app_2' },
  ].map(theirs => {
    const payload = payloadFor(theirs.appId, '/wallets', body) as Authorization['payload']
    const authorization = { payload, signature: phone.authorize(payload) }
    const request = { ...creation, ...theirs, device: sealedDevice(custody, theirs, phone), authorization }
    return createWallet(custody, { ...request, sealedEntropy: null, entropySalt }).sealedEntropy
  })
  const own = String(entropy)
  for (const sealedEntropy of [
    ...foreign,
    wallets.solana.sealedKey,
    own.replace(/^v1/, 'v2'),
    own.slice(0, -4),
    '',
  ]) {
    expect(() => createWallet(custody, { ...creation, sealedEntropy })).toThrow(SignerRefusal)
  }
  expect(createWallet(custody, { ...creation, sealedEntropy: own }).address).toBe(wallets.solana.address)
})

test('one entropy gives every chain and index a key of its own, and always the same', () => {
  const addresses = [wallets, others].flatMap(each => Object.values(each).map(({ address }) => address))
  expect(new Set(addresses).size).toBe(4)
  expect([makeWallet('ethereum', 1).address, makeWallet('solana', 0).address]).toEqual([
    others.ethereum.address,
    wallets.solana.address,
  ])
})
