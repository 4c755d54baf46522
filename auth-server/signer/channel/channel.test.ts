import { beforeEach, describe, expect, test } from 'vitest'
import { approval, newFarcasterer, type Odd } from '../../login/farcaster/testing/relay.ts'
import type { MailerRequest } from '../../mailer/operations.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { verifyLogin } from '../proof/verify-login.ts'
import { readSignIn } from '../sign-in/sign-in-message.ts'
import { createTestCustody, NOW, ORIGIN, sealedDevice, type TestCustody } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { signedLogin } from '../testing/logins.ts'
import { openChannel } from './farcaster-channel.ts'

const device = await createTestDevice()
/** Of who took over the API process. */
const stranger = await createTestDevice()
const person = newFarcasterer()
const BEGUN = {
  appId: 'app_1',
  channelId: 'channel_1',
  device: device.thumbprint,
  purpose: 'login',
  userId: null,
  expiresAt: NOW + 300_000,
} as const
type Begun = Omit<SignerRequest<'openChannel'>, 'redirectUrl'>

let custody: TestCustody
/** As the relay was asked, oldest first. */
let asked: MailerRequest<'openChannel'>[]
/** Accounts by who holds them. */
let holders: Map<string, string>
beforeEach(() => {
  custody = createTestCustody()
  asked = []
  holders = new Map([[person.custody.address, String(person.fid)]])
  custody.channels = {
    async openChannel(request) {
      asked.push(request)
      return { token: 'token_1', url: 'https://farcaster.xyz/~/siwf?channelToken=token_1' }
    },
    readChannel: async () => ({ signIn: null }),
    readCustody: async ({ address, contract }) => ({
      fid: holders.get(address) ?? '0',
      isSigned: contract && false,
    }),
  }
})

/** What the person's app signs for a channel that was opened like this. */
async function approved(begun: Begun = BEGUN, odd: Odd = {}, who = person) {
  await openChannel(custody, { ...begun, redirectUrl: null })
  const { domain = '', uri = '', nonce = '', expiresAt = 0 } = asked.at(-1) ?? {}
  const expirationTime = new Date(expiresAt).toISOString()
  const issuedAt = new Date(NOW)
  return approval({ domain, siweUri: uri, nonce, expirationTime }, who, { issuedAt, ...odd })
}

type Approval = Awaited<ReturnType<typeof approved>>
const proofOf = (
  { message, signature, fid }: Approval,
  change: Partial<Extract<LoginProof, { type: 'channel' }>> = {},
): LoginProof => {
  const { appId, channelId, expiresAt } = BEGUN
  return { type: 'channel', appId, channelId, expiresAt, subject: String(fid), message, signature, ...change }
}
const verify = (proof: LoginProof, change: Parameters<typeof signedLogin>[3] = {}, by = device) =>
  verifyLogin(
    custody,
    signedLogin(by, change.link ? '/farcaster/link' : '/farcaster/authenticate', proof, change),
  )

const refused = (reason: string) => ({ ok: false, reason })

test('who holds the account is logged in, and another time is the same person', async () => {
  const first = await verify(proofOf(await approved()))
  expect(first).toMatchObject({ ok: true, identity: { type: 'farcaster', subject: String(person.fid) } })
  if (!first.ok) return
  const account = { userId: first.userId, seal: first.accountSeal }
  expect(await verify(proofOf(await approved()), { account })).toMatchObject({
    ok: true,
    userId: first.userId,
  })
  expect(await verify(proofOf(await approved()), { account: { ...account, userId: 'user_2' } })).toEqual(
    refused('account'),
  )
})

test('a channel is for this wallet origin, and its address is signed for the device', async () => {
  const opened = await openChannel(custody, { ...BEGUN, redirectUrl: null })
  expect(opened).toMatchObject({ ok: true, nonce: expect.stringMatching(/^[\da-f]{32}$/) })
  expect(asked).toMatchObject([{ domain: 'wallet.example', uri: `${ORIGIN}/apps/app_1` }])
  await expect(
    openChannel(custody, { ...BEGUN, expiresAt: NOW + 3_600_000, redirectUrl: null }),
  ).rejects.toMatchObject({ code: 'invalid_request' })
})

describe('who took over the API process', () => {
  test.each<[string, Partial<Begun>]>([
    ['app', { appId: 'app_2' }],
    ['channel', { channelId: 'channel_2' }],
    ['device', { device: stranger.thumbprint }],
    ['purpose', { purpose: 'link' }],
    ['user', { userId: 'user_1' }],
    ['end', { expiresAt: NOW + 200_000 }],
  ])('cannot take what was approved for another %s', async (_, change) => {
    expect(await verify(proofOf(await approved({ ...BEGUN, ...change })))).toEqual(refused('message'))
  })

  test('cannot log in on a device of its own with what somebody approved', async () => {
    const proof = proofOf(await approved())
    expect(await verify(proof, {}, stranger)).toEqual(refused('message'))
    // Nor with the person's own request, into which it puts another approval.
    const other = newFarcasterer()
    holders.set(other.custody.address, String(other.fid))
    const body = { proof }
    const exchanged = proofOf(await approved(BEGUN, {}, other))
    expect(await verify(exchanged, { payload: { body } })).toEqual(refused('authorization'))
  })

  test('cannot link what was approved to log in', async () => {
    const owner = { appId: 'app_1', userId: 'user_1' }
    const link = { userId: 'user_1', device: sealedDevice(custody, owner, device) }
    expect(await verify(proofOf(await approved()), { link })).toEqual(refused('message'))
    const forLink = { ...BEGUN, purpose: 'link', userId: 'user_1' } as const
    expect(await verify(proofOf(await approved(forLink)), { link })).toMatchObject({
      ok: true,
      userId: 'user_1',
    })
  })

  test('cannot lengthen a channel', async () => {
    const late = createTestCustody(undefined, NOW + 300_000)
    late.channels = custody.channels
    const lasting = { expirationTime: new Date(NOW + 900_000) }
    const proof = proofOf(await approved(BEGUN, lasting))
    custody = late
    const payload = { expiry: NOW + 360_000 }
    expect(await verify(proof, { payload })).toEqual(refused('expired'))
    const longer = { ...proof, expiresAt: NOW + 600_000 } as LoginProof
    expect(await verify(longer, { payload })).toEqual(refused('message'))
  })
})

describe('a message', () => {
  const another = newFarcasterer()
  test.each<[string, Odd, string]>([
    ['for another domain', { domain: 'evil.example' }, 'message'],
    ['for another page', { uri: 'https://evil.example/apps/app_1' }, 'message'],
    ['with a nonce of somebody else’s', { nonce: '0123456789abcdef0123456789abcdef' }, 'message'],
    ['that says something else', { statement: 'Move all coins' }, 'message'],
    ['for another chain', { chainId: 1 }, 'message'],
    ['of another account', { resources: ['farcaster://fid/1'] }, 'message'],
    ['of two accounts', { resources: [`farcaster://fid/${person.fid}`, 'farcaster://fid/1'] }, 'message'],
    ['of no account', { resources: ['https://farcaster.xyz'] }, 'message'],
    [
      'by an address for logins alone',
      { resources: [`farcaster://fid/${person.fid}`, 'farcaster://signer/type/authAddress'] },
      'message',
    ],
    ['that names another address', { address: another.custody.address }, 'message'],
    ['that is over', { expirationTime: new Date(NOW) }, 'expired'],
    ['that is not good yet', { notBefore: new Date(NOW + 120_000) }, 'expired'],
    ['from the future', { issuedAt: new Date(NOW + 120_000) }, 'expired'],
  ])('%s logs nobody in', async (_, odd, reason) => {
    expect(await verify(proofOf(await approved(BEGUN, odd)))).toEqual(refused(reason))
  })

  test('by a key that does not hold the account logs nobody in', async () => {
    const thief = { ...another, fid: person.fid }
    expect(await verify(proofOf(await approved(BEGUN, {}, thief)))).toEqual(refused('custody'))
    holders.set(another.custody.address, String(another.fid))
    expect(await verify(proofOf(await approved(BEGUN, {}, thief)))).toEqual(refused('custody'))
  })

  test('by a contract is good where that says so', async () => {
    const signature = `0x${'ab'.repeat(70)}` as const
    const proof = proofOf(await approved(BEGUN, { signature }))
    expect(await verify(proof)).toEqual(refused('message'))
    const { readCustody } = custody.channels
    custody.channels = {
      ...custody.channels,
      readCustody: async request => ({ ...(await readCustody(request)), isSigned: true }),
    }
    expect(await verify(proof)).toMatchObject({ ok: true })
  })

  test('is not believed while the chain cannot be asked', async () => {
    custody.channels = { ...custody.channels, readCustody: () => Promise.reject(new Error('away')) }
    expect(await verify(proofOf(await approved()))).toEqual(refused('chain'))
  })

  test('is read as EIP-4361 has it, and in no other form', async () => {
    const { message } = await approved()
    const parts = readSignIn(message)
    expect(parts).toMatchObject({ domain: 'wallet.example', address: person.custody.address, chainId: '10' })
    for (const odd of [
      `${message}\n`,
      ` ${message}`,
      `https://${message}`,
      message.replace('Version: 1', 'Version: 2'),
      message.replace('Version: 1\n', ''),
      message.replace('Farcaster Auth', 'Farcaster Auth\n\nFarcaster Auth'),
      message.replace('URI: ', 'URI: https://evil.example\nURI: '),
      message.replace('Issued At: 2026', 'Issued At: 26'),
      message.replace('Issued At: 2026-01', 'Issued At: 2026-13'),
      message.replace('Resources:', 'Request ID: 1\nRequest ID: 2\nResources:'),
    ])
      expect(readSignIn(odd), odd).toBeNull()
  })
})
