import { beforeAll, describe, expect, test } from 'vitest'
import { adoptUser } from './adoption.ts'
import { createWallet } from './create-wallet.ts'
import type { SignerRequest, TransferReceipt } from './operations.ts'
import { perform } from './process/handlers.ts'
import { verifyLogin } from './proof/verify-login.ts'
import { sealStatement } from './seal.ts'
import { createTestCustody, NOW, payloadFor, sealedDevice, sealedSalt } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { codeProof, sendTestCode, signedLogin } from './testing/logins.ts'

/** A person with two accounts, one of them open on their phone; and what the API process would like to make of it. */
const custody = createTestCustody()
const app = { appId: 'app_1' }
const phone = await createTestDevice()
const device = sealedDevice(custody, { ...app, userId: 'user_own' }, phone)
const number = '+12125550123'
const loginOf = (userId: string, address = number) =>
  sealStatement(custody.keyring.accountSeal, { kind: 'account', ...app, channel: 'phone', address, userId })
const LINK = '/passwordless_sms/link'

/** Links what is another user's, and gets the signer's word for it. */
async function prove(
  account: { readonly userId: string; readonly seal: string } | null = {
    userId: 'user_other',
    seal: loginOf('user_other'),
  },
  purpose: 'link' | 'update' = 'link',
) {
  const destination = { ...app, channel: 'sms', address: number } as const
  const sent = await sendTestCode(custody, destination, phone, { purpose })
  const proof = await codeProof(custody, phone, sent, { userId: 'user_own' })
  const link = { userId: 'user_own', device }
  const body = { phoneNumber: number, code: proof.code, user_id: 'user_own' }
  const path = purpose === 'link' ? LINK : '/passwordless_sms/update'
  return verifyLogin(custody, signedLogin(phone, path, proof, { account, link, payload: { body } }))
}

let transfer: TransferReceipt
beforeAll(async () => {
  const proven = await prove()
  if (!proven.ok || !proven.transfer) throw new Error('nothing was given')
  transfer = proven.transfer
})

function agreed(
  body: object = { phoneNumber: number, nonce: transfer.nonce, user_id: 'user_own' },
  { signer = phone, path = '/passwordless_sms/transfer', expiry = NOW + 60_000 } = {},
) {
  const payload = payloadFor(app.appId, path, body, { expiry })
  return { payload, signature: signer.authorize(payload) } as SignerRequest<'adoptUser'>['authorization']
}
const adoption = (change: Partial<SignerRequest<'adoptUser'>> = {}): SignerRequest<'adoptUser'> => ({
  ...app,
  transfer,
  logins: [{ type: 'phone', subject: number, seal: loginOf('user_other') }],
  adopted: [],
  device,
  authorization: agreed(),
  ...change,
})
const refused = (code: string) => expect.objectContaining({ code })

describe('the receipt of a transfer', () => {
  test('is of who linked what is another user’s, on this device', () => {
    expect(transfer).toEqual({
      from: 'user_other',
      to: 'user_own',
      identity: { type: 'phone', subject: number },
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: NOW + 600_000,
      seal: expect.any(String),
    })
  })

  test('is not given for what is nobody’s, one’s own, or in the place of another address', async () => {
    for (const account of [null, { userId: 'user_own', seal: loginOf('user_own') }])
      expect(await prove(account)).toEqual(expect.not.objectContaining({ transfer: expect.anything() }))
    const other = { userId: 'user_other', seal: loginOf('user_other') }
    expect(await prove(other, 'update')).toEqual(expect.not.objectContaining({ transfer: expect.anything() }))
  })

  test('is not given for an account that this process has not sealed for that user', async () => {
    const stolen = { userId: 'user_victim', seal: loginOf('user_other') }
    expect(await prove(stolen)).toEqual({ ok: false, reason: 'account' })
  })
})

describe('who is taken in', () => {
  test('leaves their logins to who takes them in, and what is sealed for them is that user’s to use', async () => {
    const { adoption: seal, logins } = adoptUser(custody, adoption())
    expect(logins).toEqual([loginOf('user_own')])
    const wallet = walletOf('user_other')
    const adopter = { userId: 'user_own', seal }
    await expect(signWith(wallet, adopter)).resolves.toMatchObject({ method: 'personal_sign' })
  })

  test('brings whom they had taken in themselves', async () => {
    const third = sealStatement(custody.keyring.adoption, {
      ...{ kind: 'adoption', ...app },
      ...{ adopter: 'user_other', adopted: 'user_third' },
    } as const)
    const answer = adoptUser(custody, adoption({ adopted: [{ userId: 'user_third', seal: third }] }))
    const adopter = { userId: 'user_own', seal: answer.adopted[0] ?? '' }
    await expect(signWith(walletOf('user_third'), adopter)).resolves.toMatchObject({
      method: 'personal_sign',
    })
    // For whom they are of, and nobody else.
    await expect(signWith(walletOf('user_other'), adopter)).rejects.toEqual(refused('invalid_seal'))
  })
})

describe('the API process', () => {
  test.each([
    ['another user is taken in', { from: 'user_victim' }],
    ['another user takes them in', { to: 'user_thief' }],
    ['another login was proven', { identity: { type: 'phone', subject: '+12125550124' } as const }],
    ['it lasts longer', { expiresAt: NOW + 700_000 }],
    ['it is made up', { seal: 'made-up' }],
  ])('cannot say that %s', (_, change) => {
    const changed = { ...transfer, ...change }
    const userId = changed.to
    const request = adoption({
      transfer: changed,
      device: sealedDevice(custody, { ...app, userId }, phone),
      logins: [],
      authorization: agreed({ nonce: changed.nonce, user_id: userId }),
    })
    expect(() => adoptUser(custody, request)).toThrow(refused('invalid_seal'))
  })

  test('cannot have another device say it, though it is the person’s', async () => {
    const laptop = await createTestDevice()
    const request = adoption({
      device: sealedDevice(custody, { ...app, userId: 'user_own' }, laptop),
      authorization: agreed(undefined, { signer: laptop }),
    })
    expect(() => adoptUser(custody, request)).toThrow(refused('invalid_seal'))
  })

  test.each([
    ['another nonce', () => agreed({ nonce: 'n'.repeat(43), user_id: 'user_own' })],
    ['another user', () => agreed({ nonce: transfer.nonce, user_id: 'user_other' })],
    ['the link itself', () => agreed(undefined, { path: LINK })],
    ['the transfer of another method', () => agreed(undefined, { path: '/passwordless/transfer' })],
  ])('cannot take the device’s word for %s for it', (_, authorization) => {
    expect(() => adoptUser(custody, adoption({ authorization: authorization() }))).toThrow(
      refused('invalid_authorization'),
    )
  })

  test('cannot use a receipt when its time is over', () => {
    const later = { ...custody, now: () => NOW + 600_000 }
    const authorization = agreed(undefined, { expiry: NOW + 660_000 })
    expect(() => adoptUser(later, adoption({ authorization }))).toThrow(refused('expired_authorization'))
  })

  test('cannot slip in logins or users of somebody else', () => {
    const logins = [{ type: 'phone', subject: number, seal: loginOf('user_victim') }]
    expect(() => adoptUser(custody, adoption({ logins }))).toThrow(refused('invalid_seal'))
    const facts = { test: true }
    const known = [{ type: 'phone', subject: number, seal: loginOf('user_other'), facts }]
    expect(() => adoptUser(custody, adoption({ logins: known }))).toThrow(refused('invalid_seal'))
    const theirs = sealStatement(custody.keyring.adoption, {
      ...{ kind: 'adoption', ...app },
      ...{ adopter: 'user_victim', adopted: 'user_third' },
    } as const)
    const adopted = [{ userId: 'user_third', seal: theirs }]
    expect(() => adoptUser(custody, adoption({ adopted }))).toThrow(refused('invalid_seal'))
  })

  test('cannot sign with a wallet of who was not taken in, nor for another app, nor the other way round', async () => {
    const { adoption: seal } = adoptUser(custody, adoption())
    await expect(signWith(walletOf('user_victim'), { userId: 'user_own', seal })).rejects.toEqual(
      refused('invalid_seal'),
    )
    await expect(signWith(walletOf('user_own'), { userId: 'user_other', seal })).rejects.toEqual(
      refused('invalid_seal'),
    )
    await expect(signWith(walletOf('user_other'), undefined)).rejects.toEqual(refused('invalid_seal'))
  })

  test('gets keys of shares for the owner alone whom the device names', async () => {
    const { adoption: seal } = adoptUser(custody, adoption())
    const adopter = { userId: 'user_own', seal }
    const recipient = phone.publicKey
    const keys = (userId: string, body: object, taken?: typeof adopter) =>
      perform(custody, 'releaseShareKeys', {
        ...{ ...app, userId, device },
        ...(taken && { adopter: taken }),
        authorization: agreed(
          { recipient, purposes: ['auth-share'], ...body },
          { path: '/embedded_wallets/keys' },
        ),
      })
    const named = { owner_id: 'user_other' }
    await expect(keys('user_other', named, adopter)).resolves.toHaveProperty('keys')
    await expect(keys('user_own', {})).resolves.toHaveProperty('keys')
    await expect(keys('user_other', {}, adopter)).rejects.toEqual(refused('invalid_authorization'))
    await expect(keys('user_own', named)).rejects.toEqual(refused('invalid_authorization'))
    await expect(keys('user_other', named)).rejects.toEqual(refused('invalid_seal'))
  })
})

/** A wallet that the signer has made for a user. */
function walletOf(userId: string) {
  const body = { chain_type: 'ethereum', owner: { public_key: phone.publicKey } }
  const { address, sealedKey } = createWallet(custody, {
    ...{ ...app, userId, walletId: 'wallet_1', chainType: 'ethereum', walletIndex: 0 },
    ...{ sealedEntropy: null, entropySalt: sealedSalt(custody) },
    device: sealedDevice(custody, { ...app, userId }, phone),
    authorization: agreed(body, { path: '/wallets' }),
  })
  return { ...app, userId, walletId: 'wallet_1', chainType: 'ethereum', address, sealedKey } as const
}

function signWith(wallet: ReturnType<typeof walletOf>, adopter: SignerRequest<'walletRpc'>['adopter']) {
  const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const holder = adopter?.userId ?? 'user_own'
  const authorization = agreed(body, { path: '/wallets/wallet_1/rpc' })
  return perform(custody, 'walletRpc', {
    wallet,
    ...(adopter && { adopter }),
    device: sealedDevice(custody, { ...app, userId: holder }, phone),
    authorization,
  })
}
