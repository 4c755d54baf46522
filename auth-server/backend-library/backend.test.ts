import type { User as PageUser } from '@vitrine/shared/api/client-user.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { logIn } from '../testing/client.ts'
import { SITE, startWallet, type Wallet } from './testing/site.ts'

/** `@vitrine/host-sdk/node` on the server itself. */

let wallet: Wallet
beforeAll(async () => {
  wallet = await startWallet()
})
afterAll(() => wallet.stop())
beforeEach(() => wallet.server.ctx.db.delete(rateLimits))

let people = 0
const newMail = () => `backend${++people}@mail.example`
const newLogin = () => logIn(wallet.server, newMail())
const refusal = (code: string) => expect.objectContaining({ name: 'VitrineError', code })

describe('a login code', () => {
  test('says who the user is, as a page has them, once', async () => {
    const login = await newLogin()
    const code = await wallet.loginCode(login)
    const backend = wallet.backend()
    const { user, session, identityToken } = await backend.redeemLoginCode(code)
    expectTypeOf(user).toEqualTypeOf<PageUser>()
    expect(user).toMatchObject({
      id: login.user.id,
      createdAt: expect.any(Date),
      email: { address: `backend${people}@mail.example` },
      linkedAccounts: [{ type: 'email', firstVerifiedAt: expect.any(Date) }],
    })
    expect(session).toEqual({
      id: expect.any(String),
      createdAt: expect.any(Date),
      expiresAt: expect.any(Date),
    })
    expect(await backend.sessions.isActive(session.id)).toBe(true)
    expect(await backend.verifyIdentityToken(identityToken)).toMatchObject({
      id: user.id,
      email: user.email,
      linkedAccounts: user.linkedAccounts,
    })
    await expect(backend.redeemLoginCode(code)).rejects.toEqual(refusal('invalid_credentials'))
  })

  test('of another audience, of another app, and made up is refused', async () => {
    const login = await newLogin()
    const backend = wallet.backend()
    const wrong = { audience: 'https://evil.example' }
    await expect(backend.redeemLoginCode(await wallet.loginCode(login), wrong)).rejects.toEqual(
      refusal('invalid_credentials'),
    )
    const { id, secret } = await wallet.server.registerApp({})
    const other = wallet.backend({ appId: id, appSecret: secret })
    await expect(other.redeemLoginCode(await wallet.loginCode(login))).rejects.toEqual(
      refusal('invalid_credentials'),
    )
    for (const code of ['nonsense', '', 'a'.repeat(10_000), { code: 1 } as never])
      await expect(backend.redeemLoginCode(code)).rejects.toEqual(refusal('invalid_credentials'))
  })

  test('without an audience is not sent', async () => {
    const backend = wallet.backend({ siteOrigin: undefined })
    await expect(backend.redeemLoginCode('code')).rejects.toEqual(refusal('configuration_error'))
    const code = await wallet.loginCode(await newLogin())
    expect((await backend.redeemLoginCode(code, { audience: SITE })).user.isGuest).toBe(false)
  })

  test('with a wrong secret says what to compare', async () => {
    const backend = wallet.backend({ appSecret: `${wallet.server.appSecret}x` })
    const error = await backend.redeemLoginCode('code').catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'missing_or_invalid_token', status: 401 })
    expect(String(error)).not.toContain(wallet.server.appSecret)
  })
})

describe('an identity token', () => {
  const tokenOf = async (from: Wallet) => {
    const login = await logIn(from.server, newMail())
    return (await from.backend().redeemLoginCode(await from.loginCode(login))).identityToken
  }

  test('of another app, and an access token, are refused', async () => {
    const { id, secret } = await wallet.server.registerApp({})
    const other = wallet.backend({ appId: id, appSecret: secret })
    await expect(other.verifyIdentityToken(await tokenOf(wallet))).rejects.toEqual(
      refusal('missing_or_invalid_token'),
    )
    const { token } = await newLogin()
    await expect(wallet.backend().verifyIdentityToken(token)).rejects.toEqual(
      refusal('missing_or_invalid_token'),
    )
  })
})

describe('users', () => {
  test('are listed by page and one by one, and found', async () => {
    const { id, secret } = await wallet.server.registerApp({})
    const backend = wallet.backend({ appId: id, appSecret: secret })
    const mails = [newMail(), newMail(), newMail()]
    const ids: string[] = []
    for (const mail of mails) {
      // Newest first takes a time that passes.
      wallet.server.clock.now += 10
      ids.unshift((await logIn({ ...wallet.server, appId: id }, mail)).user.id)
    }

    const page = await backend.users.list({ limit: 2 })
    expect(page.users.map(user => user.id)).toEqual(ids.slice(0, 2))
    const rest = await backend.users.list({ limit: 2, cursor: page.next ?? '' })
    expect([rest.users.map(user => user.id), rest.next]).toEqual([ids.slice(2), null])
    const seen: string[] = []
    for await (const user of backend.users.list({ limit: 1 })) seen.push(user.id)
    expect(seen).toEqual(ids)

    const found = await backend.users.search({ email: mails[1]?.toUpperCase() ?? '' })
    expect(found.users.map(user => user.email?.address)).toEqual([mails[1]])
    const begun: string[] = []
    for await (const user of backend.users.search({ emailPrefix: 'backend' }, { limit: 2 }))
      begun.push(user.id)
    expect(begun).toEqual(ids)
  })

  test('have metadata that no page is told, sessions that can be ended, and can be taken along', async () => {
    const login = await newLogin()
    const backend = wallet.backend()
    const { id } = login.user
    expect(await backend.users.setMetadata(id, { tier: 'gold', trial: true })).toMatchObject({
      ...{
        customMetadata: { tier: 'gold', trial: true },
        activeSessions: 1,
        mergedInto: null,
        mergedUsers: [],
      },
      lastLoginAt: expect.any(Date),
    })
    expect((await backend.users.setMetadata(id, { trial: null })).customMetadata).toEqual({ tier: 'gold' })
    const { user, session } = await backend.redeemLoginCode(await wallet.loginCode(login))
    expect(user).not.toHaveProperty('customMetadata')

    expect(await backend.sessions.list(id)).toMatchObject([{ id: session.id, usedAt: expect.any(Date) }])
    const exported = await backend.users.export(id)
    expect(exported).toMatchObject({ format: 1, appId: wallet.server.appId, userId: id })
    expect(exported.exportedAt).toBeInstanceOf(Date)
    expect(exported.tables.users).toHaveLength(1)

    expect(await backend.sessions.revoke(id, { sessionId: session.id })).toBe(1)
    expect(await backend.sessions.isActive(session.id)).toBe(false)
    expect(await backend.sessions.revoke(id)).toBe(0)
    expect(await backend.sessions.isActive('session_of_nobody')).toBe(false)
  })

  test('are deleted with their wallets named, and are then unknown', async () => {
    const email = newMail()
    const backend = wallet.backend()
    const made = await backend.wallets.pregenerate({
      ...{ linkedAccounts: [{ type: 'email', address: email }], chainTypes: ['ethereum', 'solana'] },
    })
    if (made.status !== 'expected') throw new Error('the user was there before')
    expect(made).toMatchObject({ isNew: true, createdAt: expect.any(Date), acceptedTermsAt: null })
    const addresses = made.wallets.map(({ address }) => address)
    const again = await backend.users.create({
      ...{ linkedAccounts: [{ type: 'email', address: email }], customMetadata: { plan: 'gold' } },
    })
    expect(again).toMatchObject({ isNew: false, wallets: made.wallets, customMetadata: { plan: 'gold' } })

    const { user } = await logIn(wallet.server, email)
    const found = await backend.users.get(user.id)
    expect(found.customMetadata).toEqual({ plan: 'gold' })
    expect(found.linkedAccounts.flatMap(it => (it.type === 'wallet' ? it.address : []))).toEqual(addresses)
    expect(await backend.users.create({ linkedAccounts: [{ type: 'email', address: email }] })).toEqual({
      status: 'exists',
      userId: user.id,
    })

    await expect(backend.users.delete(user.id, { wallets: [] })).rejects.toMatchObject({
      ...{ code: 'resource_conflict', status: 409, data: { wallets: expect.arrayContaining(addresses) } },
    })
    await backend.users.delete(user.id, { wallets: addresses })
    await expect(backend.users.get(user.id)).rejects.toEqual(refusal('not_found'))
  })

  test('of another app are not there', async () => {
    const { user } = await newLogin()
    const { id, secret } = await wallet.server.registerApp({})
    const other = wallet.backend({ appId: id, appSecret: secret })
    await expect(other.users.get(user.id)).rejects.toEqual(refusal('not_found'))
    await expect(other.users.export(user.id)).rejects.toEqual(refusal('not_found'))
  })
})
