import { toHex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createWallet } from './create-wallet.ts'
import { open, seal } from './envelope.ts'
import type { SignerRequest } from './operations.ts'
import {
  createTestCustody,
  MASTER_KEY,
  NOW,
  ORIGIN,
  payloadFor,
  sealedDevice,
  sealedSalt,
} from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { walletRpc } from './wallet-rpc.ts'

const custody = createTestCustody()
const owner = { appId: 'app_1', userId: 'user_1' }
const phone = await createTestDevice()
const device = sealedDevice(custody, owner, phone)
const entropySalt = sealedSalt(custody)
const createBody = { chain_type: 'ethereum', owner: { public_key: phone.publicKey } }
const signBody = (message: string, encoding: 'utf-8' | 'hex' = 'utf-8') => ({
  method: 'personal_sign',
  params: { message, encoding },
})

type Payload = SignerRequest<'createWallet'>['authorization']['payload']
const authorized = (payload: ReturnType<typeof payloadFor>, signer = phone) => ({
  payload: payload as Payload,
  signature: signer.authorize(payload),
})

const creation = (change: Partial<SignerRequest<'createWallet'>> = {}): SignerRequest<'createWallet'> => ({
  ...owner,
  walletId: 'wallet_1',
  chainType: 'ethereum',
  walletIndex: 0,
  sealedEntropy: null,
  entropySalt,
  device,
  authorization: authorized(payloadFor('app_1', '/wallets', createBody)),
  ...change,
})

const { address, sealedKey, publicKey } = createWallet(custody, creation())
const wallet = { ...owner, walletId: 'wallet_1', chainType: 'ethereum', address, sealedKey } as const

const signing = (change: Partial<SignerRequest<'walletRpc'>> = {}): SignerRequest<'walletRpc'> => ({
  wallet,
  device,
  authorization: authorized(payloadFor('app_1', '/wallets/wallet_1/rpc', signBody('hello'))),
  ...change,
})
const signed = (request: SignerRequest<'walletRpc'>, state = custody) =>
  String(walletRpc(state, request).data.signature) as `0x${string}`

const privateKeyOf = () => {
  const key = custody.keyring.envelope
  const { walletId, ...rest } = wallet
  const context = { purpose: 'wallet-key', walletId, appId: rest.appId, userId: rest.userId } as const
  return open(key, { ...context, chainType: 'ethereum', address }, sealedKey)
}

test('makes a key whose address is the one of viem, sealed for its wallet', () => {
  const account = privateKeyToAccount(toHex(privateKeyOf()))
  expect(account.address).toBe(address)
  expect(publicKey).toMatch(/^0x0[23][0-9a-f]{64}$/)
})

test('two users never share a key', () => {
  const theirs = { appId: 'app_1', userId: 'user_2' }
  const request = creation({ ...theirs, device: sealedDevice(custody, theirs, phone) })
  expect(createWallet(custody, request).address).not.toBe(address)
})

test('a wallet that an earlier release made with a key of its own goes on signing', async () => {
  const earlier = {
    address: '0x0848E90B9374877eb54faCA66341Ee44DF97F2f0',
    sealedKey:
      'v1.cMx6QRi7._DmArnxh32IYd08Y.DwgyTwCrU0Wv2RQdhsnC1sN5QR6tdqnp2TkPd-LsEwBIxV2OCmD50U9PgIWxtfYn',
  } as const
  const signature = signed(signing({ wallet: { ...wallet, ...earlier } }))
  expect(await verifyMessage({ address: earlier.address, message: 'hello', signature })).toBe(true)
})

test('signs what the signed body says, and viem verifies it', async () => {
  const signature = signed(signing())
  expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })).toBe(true)
  expect(await verifyMessage({ address: address as `0x${string}`, message: 'hellp', signature })).toBe(false)
})

test.each([
  ['half a byte', signBody('0xabc', 'hex')],
  ['a text of one byte too many', signBody('a'.repeat(65_537))],
  ['a text whose bytes are too many', signBody('ü'.repeat(32_769))],
])('checks a message itself, whatever the API process let through: %s', (_, body) => {
  const payload = payloadFor('app_1', '/wallets/wallet_1/rpc', body)
  expect(() => signed(signing({ authorization: authorized(payload) }))).toThrow(
    'cannot be signed as it stands',
  )
})

test('refuses a signed body with one half of a UTF-16 pair, which no device can have signed', () => {
  const payload = payloadFor('app_1', '/wallets/wallet_1/rpc', signBody('a\ud800b'))
  const { signature } = authorized(payloadFor('app_1', '/wallets/wallet_1/rpc', signBody('a\ufffdb')))
  expect(() => signed(signing({ authorization: { payload: payload as Payload, signature } }))).toThrow(
    'not by this device',
  )
})

test.each([{ method: 'eth_sign', params: {} }, { method: 'constructor' }, 'personal_sign', null])(
  'refuses a signed body that is no request of a wallet, %#',
  body => {
    const payload = payloadFor('app_1', '/wallets/wallet_1/rpc', body)
    expect(() => signed(signing({ authorization: authorized(payload) }))).toThrow(
      'not a request that this wallet',
    )
  },
)

test('a key of one curve signs nothing that is meant for the other', () => {
  const body = { chain_type: 'solana', owner: { public_key: phone.publicKey } }
  const authorization = authorized(payloadFor('app_1', '/wallets', body))
  const made = createWallet(custody, creation({ chainType: 'solana', authorization }))
  const solana = { ...wallet, chainType: 'solana', address: made.address, sealedKey: made.sealedKey } as const
  expect(() => signed(signing({ wallet: solana }))).toThrow('not a request that this wallet')
})

const rpc = '/wallets/wallet_1/rpc'
const hello = signBody('hello')

describe('refuses to sign', () => {
  test('without the device’s signature: an API process of its own accord', () => {
    const { payload } = signing().authorization
    expect(() => signed(signing({ authorization: { payload, signature: '' } }))).toThrow('not by this device')
  })

  test('what the device did not sign', () => {
    const { signature } = signing().authorization
    const payload = payloadFor('app_1', rpc, signBody('another message')) as Payload
    expect(() => signed(signing({ authorization: { payload, signature } }))).toThrow('not by this device')
  })

  test('with any header changed', () => {
    const { payload, signature } = signing().authorization
    const headers = { ...payload.headers, 'vitrine-idempotency-key': 'fedcba9876543210' }
    const authorization = { payload: { ...payload, headers }, signature }
    expect(() => signed(signing({ authorization }))).toThrow('not by this device')
  })

  test('for a device that another user proved', async () => {
    const laptop = await createTestDevice()
    const theirs = sealedDevice(custody, { appId: 'app_1', userId: 'user_2' }, laptop)
    const authorization = authorized(payloadFor('app_1', rpc, hello), laptop)
    expect(() => signed(signing({ device: theirs, authorization }))).toThrow('does not belong to this user')
  })

  test('for a device key that was written into the database', async () => {
    const attacker = await createTestDevice()
    const authorization = authorized(payloadFor('app_1', rpc, hello), attacker)
    const planted = { publicKey: attacker.publicKey, seal: device.seal }
    expect(() => signed(signing({ device: planted, authorization }))).toThrow('does not belong to this user')
  })

  test('by another device of the same user than the one that is named', async () => {
    const laptop = await createTestDevice()
    const authorization = authorized(payloadFor('app_1', rpc, hello), laptop)
    expect(() => signed(signing({ authorization }))).toThrow('not by this device')
  })

  test('for a key on another curve, although its signature holds', async () => {
    const other = await createTestDevice('P-384')
    const named = sealedDevice(custody, owner, other)
    const authorization = authorized(payloadFor('app_1', rpc, hello), other)
    expect(() => signed(signing({ device: named, authorization }))).toThrow('not a P-256 key')
  })

  test('for a device key that cannot be read', () => {
    const named = sealedDevice(custody, owner, { ...phone, publicKey: 'AAAA' })
    expect(() => signed(signing({ device: named }))).toThrow('cannot be read')
  })

  test.each([
    ['another wallet', { url: `${ORIGIN}/api/v1/wallets/wallet_2/rpc` }],
    ['another installation', { url: `https://evil.example/api/v1${rpc}` }],
    ['wallet creation', { url: `${ORIGIN}/api/v1/wallets` }],
    ['a trailing slash', { url: `${ORIGIN}/api/v1${rpc}/` }],
    ['another method', { method: 'DELETE' as const }],
  ])('on an approval for %s', (_, change) => {
    const authorization = authorized(payloadFor('app_1', rpc, hello, change))
    expect(() => signed(signing({ authorization }))).toThrow('another one than this')
  })

  test('on an approval for another app', () => {
    const authorization = authorized(payloadFor('app_2', rpc, hello))
    expect(() => signed(signing({ authorization }))).toThrow('another one than this')
  })

  test('on an approval that has expired, to the millisecond', () => {
    const at = (expiry: number) =>
      signing({ authorization: authorized(payloadFor('app_1', rpc, hello, { expiry })) })
    expect(() => signed(at(NOW))).toThrow('has expired')
    expect(signed(at(NOW + 1))).toMatch(/^0x/)
  })

  test('on an approval for later than five minutes from now', () => {
    const at = (expiry: number) =>
      signing({ authorization: authorized(payloadFor('app_1', rpc, hello, { expiry })) })
    expect(signed(at(NOW + 300_000))).toMatch(/^0x/)
    expect(() => signed(at(NOW + 300_001))).toThrow('more than five minutes')
  })

  test.each([
    ['user', { userId: 'user_2' }],
    ['app', { appId: 'app_2' }],
  ])('with a wallet row that was copied to another %s', async (_, change) => {
    const thief = { ...owner, ...change }
    const laptop = await createTestDevice()
    const request = signing({
      wallet: { ...wallet, ...change },
      device: sealedDevice(custody, thief, laptop),
      authorization: authorized(payloadFor(thief.appId, rpc, hello), laptop),
    })
    expect(() => signed(request)).toThrow('belongs to another wallet or user')
  })

  test('with the key of another wallet of the same user', () => {
    const second = createWallet(custody, creation({ walletId: 'wallet_2' }))
    const swapped = { ...wallet, sealedKey: second.sealedKey }
    expect(() => signed(signing({ wallet: swapped }))).toThrow('belongs to another wallet or user')
  })

  test('with a key that gives another address than the row, whatever its envelope says', () => {
    const context = {
      purpose: 'wallet-key',
      walletId: 'wallet_1',
      ...owner,
      chainType: 'ethereum',
      address,
    } as const
    const key = custody.keyring.envelope
    const swapped = { ...wallet, sealedKey: seal(key, context, Buffer.alloc(32, 1)) }
    expect(() => signed(signing({ wallet: swapped }))).toThrow('does not belong to the address')
  })

  test('with everything in the database and a master key of the thief', async () => {
    const thief = createTestCustody(Buffer.alloc(32, 5))
    expect(() => signed(signing(), thief)).toThrow('does not belong to this user')
    const resealed = sealedDevice(thief, owner, phone)
    expect(() => signed(signing({ device: resealed }), thief)).toThrow('does not hold')
  })
})

test('the same signer after a restart opens what it sealed before', () => {
  expect(signed(signing(), createTestCustody(MASTER_KEY))).toBe(signed(signing()))
})

describe('refuses to create a wallet', () => {
  test('on an approval to sign', () => {
    expect(() => createWallet(custody, creation({ authorization: signing().authorization }))).toThrow(
      'another one than this',
    )
  })

  test('of another chain type than the device signed', () => {
    expect(() => createWallet(custody, creation({ chainType: 'solana' }))).toThrow(
      'does not ask for this wallet',
    )
  })

  test.each([
    ['for another owner key', { ...createBody, owner: { public_key: 'AAAA' } }],
    ['of another chain', { ...createBody, chain_type: 'solana' }],
    ['without an owner', { chain_type: 'ethereum' }],
  ])('%s', (_, body) => {
    const authorization = authorized(payloadFor('app_1', '/wallets', body))
    expect(() => createWallet(custody, creation({ authorization }))).toThrow('does not ask for this wallet')
  })
})
