import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { type SignInParts, siweMessage } from '@vitrine/shared/wallet/sign-in-message.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { MailerRefusal } from '../../mailer/refusal.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { verifyLogin } from '../proof/verify-login.ts'
import { isSealOf } from '../seal.ts'
import { createTestCustody, NOW, ORIGIN, sealedDevice, type TestCustody } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { signedLogin } from '../testing/logins.ts'
import { issueNonce } from './nonce.ts'
import { readSignIn, readSolanaSignIn } from './sign-in-message.ts'

const SITE = 'https://shop.example'
const device = await createTestDevice()
/** Of who took over the API process. */
const stranger = await createTestDevice()
const wallet = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())

type Begun = SignerRequest<'issueNonce'>
/** A whole second. */
const END = NOW + 300_000
const BEGUN: Begun = {
  appId: 'app_1',
  nonceId: 'nonce_1',
  device: device.thumbprint,
  method: 'siwe',
  address: wallet.address,
  purpose: 'login',
  userId: null,
  expiresAt: END,
}
type MessageProof = Extract<LoginProof, { type: 'message' }>

let custody: TestCustody
beforeEach(() => {
  custody = createTestCustody()
})

/** What the person's wallet signs for a nonce that was made like this. */
async function signed(
  begun: Begun = BEGUN,
  odd: Partial<SignInParts> = {},
  by = wallet,
): Promise<MessageProof> {
  const { nonce } = issueNonce(custody, begun)
  const parts = { origin: SITE, address: wallet.address, nonce, issuedAt: new Date(NOW), resource: ORIGIN }
  const message = siweMessage({ ...parts, ...odd }, 1)
  const { appId, nonceId, expiresAt } = BEGUN
  return {
    ...{ type: 'message', method: 'siwe', appId, nonceId, expiresAt, origin: SITE, message },
    ...{ carriage: 'plain', signature: await by.signMessage({ message }) },
  }
}

const verify = (
  proof: MessageProof,
  change: Parameters<typeof signedLogin>[3] = {},
  by = device,
  call = change.link ? '/siwe/link' : '/siwe/authenticate',
) => verifyLogin(custody, signedLogin(by, call, proof, change))
const refused = (reason: string) => ({ ok: false, reason })

const OWNER = { appId: 'app_1', userId: 'user_1' }
const linkOf = () => ({ userId: 'user_1', device: sealedDevice(custody, OWNER, device) })
const FOR_LINK = { ...BEGUN, purpose: 'link', userId: 'user_1' } as const

test('who holds the wallet is logged in, and another time is the same person', async () => {
  const first = await verify(await signed())
  const subject = `ethereum:${wallet.address.toLowerCase()}`
  expect(first).toMatchObject({ ok: true, identity: { type: 'wallet', subject } })
  if (!first.ok) return
  expect(first.facts).toBeUndefined()
  const account = { userId: first.userId, seal: first.accountSeal }
  expect(await verify(await signed(), { account })).toMatchObject({ ok: true, userId: first.userId })
  expect(await verify(await signed(), { account: { ...account, userId: 'user_2' } })).toEqual(
    refused('account'),
  )
})

test('a nonce is signed for the frame of one device, and lives five minutes', async () => {
  const { nonce, signature } = issueNonce(custody, BEGUN)
  const said = {
    kind: 'sign-in-nonce',
    origin: ORIGIN,
    appId: 'app_1',
    method: 'siwe',
    userId: null,
  } as const
  const identity = custody.keyring.identity.publicKey.toString('base64url')
  const saidOf = (change: object) =>
    isStatementOf(
      identity,
      {
        ...said,
        ...{ address: wallet.address, purpose: 'login', nonce, expiresAt: END / 1000 },
        ...{ device: device.thumbprint },
        ...change,
      },
      signature,
    )
  expect(await saidOf({})).toBe(true)
  for (const change of [{ device: stranger.thumbprint }, { purpose: 'link' }, { address: other.address }])
    expect(await saidOf(change)).toBe(false)
  for (const expiresAt of [NOW + 3_600_000, END - 1])
    expect(() => issueNonce(custody, { ...BEGUN, expiresAt })).toThrow('five minutes')
})

describe('who took over the API process', () => {
  test.each<[string, Partial<Begun>]>([
    ['app', { appId: 'app_2' }],
    ['moment', { nonceId: 'nonce_2' }],
    ['device', { device: stranger.thumbprint }],
    ['wallet', { address: other.address }],
    ['chain', { method: 'siws', address: '1'.repeat(32) }],
    ['purpose', { purpose: 'link' }],
    ['user', { userId: 'user_1' }],
    ['end', { expiresAt: NOW + 200_000 }],
  ])('cannot take what was signed for another %s', async (_, change) => {
    expect(await verify(await signed({ ...BEGUN, ...change }))).toEqual(refused('message'))
  })

  test('cannot log in on a device of its own with what somebody signed', async () => {
    const proof = await signed()
    expect(await verify(proof, {}, stranger)).toEqual(refused('message'))
    // Nor with the person's own request, into which it puts what another wallet signed.
    const exchanged = await signed({ ...BEGUN, address: other.address }, { address: other.address }, other)
    expect(await verify(exchanged)).toMatchObject({ ok: true })
    expect(await verify(exchanged, { payload: { body: { proof } } })).toEqual(refused('authorization'))
  })

  test('cannot link what was signed to log in, nor a contract that was signed for as a wallet', async () => {
    const link = linkOf()
    expect(await verify(await signed(), { link })).toEqual(refused('message'))
    expect(await verify(await signed(FOR_LINK), { link })).toMatchObject({ ok: true, userId: 'user_1' })
    expect(await verify(await signed(FOR_LINK), { link }, device, '/siws/link')).toEqual(
      refused('authorization'),
    )
    expect(await verify(await signed(FOR_LINK), { link }, device, '/step_up/verify')).toEqual(
      refused('authorization'),
    )
  })

  test('cannot lengthen a nonce', async () => {
    const proof = await signed()
    custody = createTestCustody(undefined, END)
    const payload = { expiry: END + 60_000 }
    expect(await verify(proof, { payload })).toEqual(refused('expired'))
    expect(await verify({ ...proof, expiresAt: END + 300_000 }, { payload })).toEqual(refused('message'))
  })

  test('cannot name a site other than the one that the message names', async () => {
    const proof = await signed()
    for (const origin of ['https://evil.example', 'http://shop.example', `${SITE}:444`])
      expect(await verify({ ...proof, origin })).toEqual(refused('message'))
  })
})

describe('a message', () => {
  test.each<[string, Partial<SignInParts>, string]>([
    ['for another site', { origin: 'https://evil.example' }, 'message'],
    ['with a nonce of somebody else’s', { nonce: '0123456789abcdef0123456789abcdef' }, 'message'],
    ['that names another address', { address: other.address }, 'message'],
    ['from the future', { issuedAt: new Date(NOW + 61_000) }, 'expired'],
    ['from before its nonce', { issuedAt: new Date(NOW - 61_000) }, 'expired'],
  ])('%s logs nobody in', async (_, odd, reason) => {
    expect(await verify(await signed(BEGUN, odd))).toEqual(refused(reason))
  })

  test('by another key logs nobody in: a chain is asked, and believed', async () => {
    const proof = await signed(BEGUN, {}, other)
    expect(await verify(proof)).toEqual(refused('chain'))
    custody.readSignature = async () => ({ isSigned: false })
    expect(await verify(proof)).toEqual(refused('message'))
    custody.readSignature = () => Promise.reject(new MailerRefusal('not_configured', 'None.'))
    expect(await verify(proof)).toEqual(refused('node'))
  })

  test('is read as EIP-4361 has it, and in no other form', async () => {
    const { message } = await signed()
    expect(readSignIn(message)).toMatchObject({
      ...{ domain: 'shop.example', uri: SITE, chainId: '1', address: wallet.address },
      ...{ resources: [ORIGIN], issuedAt: NOW, expiresAt: null, notBefore: null },
    })
    const bare = message.replace(/\n\n.*\n\n/, '\n\n\n').replace(/\nResources:[\s\S]*$/, '')
    expect(readSignIn(bare)).toMatchObject({ statement: null, resources: [] })
    expect(readSignIn(`${message}\n- ${SITE}`)?.resources).toEqual([ORIGIN, SITE])
    for (const odd of [
      `${message}\n`,
      ` ${message}`,
      `https://${message}`,
      message.replace('\n\n', '\n'),
      bare.replace('\n\n\n', '\n\n'),
      message.replace('\nURI', '\n\nURI'),
      message.replace('URI: ', 'URI: https://evil.example\nURI: '),
      message.replace('Issued At: ', 'Issued At: 1'),
      message.replace('- http', '-http'),
      message.replace('Sign to', 'Sign\u202e to'),
    ])
      expect(readSignIn(odd), odd).toBeNull()
    expect(readSolanaSignIn(message)).toBeNull()
  })
})

describe('a contract', () => {
  beforeEach(() => {
    custody.readSignature = async ({ chainId }) => ({ isSigned: chainId === '1' })
  })

  test('is known by its chain: whoever has its address on another one is somebody else', async () => {
    const first = await verify(await signed(BEGUN, {}, other))
    expect(first).toMatchObject({ ok: true, facts: { contractChain: '1' } })
    if (!first.ok) return
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await verify(await signed(BEGUN, {}, other), { account })).toMatchObject({ ok: true })
    // By the key with this address it is another account: nobody says that key and contract are one's.
    expect(await verify(await signed(), { account })).toEqual(refused('account'))
    const { identity, userId, accountSeal } = first
    const statement = { kind: 'account', appId: 'app_1', channel: 'wallet', userId } as const
    const sealedWith = (facts: object) =>
      isSealOf(
        custody.keyring.accountSeal,
        { ...statement, address: identity.subject, ...facts },
        accountSeal,
      )
    expect([sealedWith({ facts: { contractChain: '1' } }), sealedWith({})]).toEqual([true, false])
  })

  test('gives nobody an id that its address would give', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => verify(await signed(BEGUN, {}, other), { generation: 0 })),
    )
    expect(new Set(ids.map(it => (it.ok ? it.userId : ''))).size).toBe(2)
  })

  test('that a wallet owns is added by a call of its own, and is no way into another’s account', async () => {
    const link = linkOf()
    const call = '/siwe/link_smart_wallet'
    const linked = await verify(await signed(FOR_LINK, {}, other), { link }, device, call)
    const identity = { type: 'smart_wallet', subject: wallet.address.toLowerCase() }
    expect(linked).toMatchObject({ ok: true, identity, facts: { contractChain: '1' } })
    expect(await verify(await signed(FOR_LINK), { link }, device, call)).toEqual(refused('message'))

    custody.readSignature = async () => ({ isSigned: true })
    const bob = { userId: 'user_2', device: sealedDevice(custody, { ...OWNER, userId: 'user_2' }, device) }
    if (!linked.ok) return
    const account = { userId: 'user_1', seal: linked.accountSeal }
    const proof = await signed({ ...FOR_LINK, userId: 'user_2' }, {}, other)
    const taken = await verify(proof, { link: bob, account }, device, call)
    expect(taken).toMatchObject({ ok: true })
    expect(taken).not.toHaveProperty('transfer')
  })
})
