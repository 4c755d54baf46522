import type { WireLinkedAccount } from '@vitrine/shared/api/user.ts'
import { describe, expect, test, vi } from 'vitest'
import { unlinkAccount } from '../linked-accounts/unlink-account.ts'
import { updateEmail } from '../login/email/email-api.ts'
import { linkPhone } from '../login/sms/sms-api.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import { answerOf, CREATED_AT, wireUserOf, wireWallet } from '../session/testing/session-fixtures.ts'
import type { Routes } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes, signal } from './testing/one-user-server.ts'

const verification = {
  verified_at: CREATED_AT,
  first_verified_at: CREATED_AT,
  latest_verified_at: CREATED_AT,
}
const phone: WireLinkedAccount = { type: 'phone', phoneNumber: '+1 213 373 4253', ...verification }
const withPhone = {
  ...wireUserOf('user_1', [wireWallet()]),
  linked_accounts: [...wireUserOf('user_1', [wireWallet()]).linked_accounts, phone],
}
const proof = { phoneNumber: '+12133734253', code: '123456' }

/** A person who is logged in by email, at an app that has phones too. */
const open = (routes: Routes = {}, server: object = { sms_auth: true }) =>
  loggedIn(serverRoutes({ 'POST /passwordless_sms/link': () => [200, withPhone], ...routes }), { server })
const openWithPhone = (routes: Routes = {}) =>
  open({ 'POST /passwordless/authenticate': () => [200, answerOf({ user: withPhone })], ...routes })

describe('link', () => {
  test('is refused before any screen where the app lets nobody add the method', async () => {
    const bot = { bot_id: '1', bot_name: 'shop', link_enabled: false }
    const { handlers } = await open({}, { telegram_auth: true, telegram_auth_config: bot })
    await expect(handlers.link({ method: 'telegram' })).rejects.toMatchObject({
      code: 'disallowed_login_method',
    })
  })

  test('shows the method’s screen, and answers with the user who has the account', async () => {
    const { handlers, kernel, shown, notices } = await open()
    const call = handlers.link({ method: 'sms', prefill: '+12133734253' })
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'link' }>
    expect(request).toMatchObject({ kind: 'link', way: { method: 'sms' }, prefill: '+12133734253' })
    const user = await linkPhone(kernel.operations.calls, proof, signal)
    kernel.screens.resolve(request, { user })
    await expect(call).resolves.toMatchObject({ user: { phone: { number: '+1 213 373 4253' } } })
    expect(notices.findLast(({ type }) => type === 'state')).toMatchObject({
      state: { user: { phone: { number: '+1 213 373 4253' } } },
    })
  })

  test('of a smart wallet needs its type, and shows the screen of Ethereum wallets', async () => {
    const { handlers, kernel, shown } = await open({}, { wallet_auth: true })
    await expect(handlers.link({ method: 'smart-wallet' })).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining('safe, kernel'),
    })
    const call = handlers.link({
      method: 'smart-wallet',
      smartWalletType: 'safe',
      smartWalletVersion: '1.4.1',
    })
    const request = await shown()
    expect(request).toMatchObject({
      way: { method: 'siwe' },
      smartWallet: { type: 'safe', version: '1.4.1' },
    })
    kernel.screens.dismiss(request)
    await expect(call).rejects.toMatchObject({ code: 'exited_link_flow' })
  })

  test('of a second smart wallet, or where the app has no wallets, is refused without a screen', async () => {
    const smart: WireLinkedAccount = {
      ...{ type: 'smart_wallet', address: `0x${'1'.repeat(40)}`, smart_wallet_type: 'safe' },
      ...verification,
    }
    const email = wireUserOf('user_1').linked_accounts
    const user = { ...wireUserOf('user_1'), linked_accounts: [...email, smart] }
    const routes: Routes = { 'POST /passwordless/authenticate': () => [200, answerOf({ user })] }
    const owner = await open(routes, { wallet_auth: true })
    const asked = { method: 'smart-wallet', smartWalletType: 'safe' } as const
    await expect(owner.handlers.link(asked)).rejects.toMatchObject({ code: 'cannot_link_more_of_type' })
    const off = await open({}, { wallet_auth: false })
    await expect(off.handlers.link(asked)).rejects.toMatchObject({ code: 'disallowed_login_method' })
  })

  test('is made by the session’s device', async () => {
    const { kernel, sent } = await open()
    await linkPhone(kernel.operations.calls, proof, signal)
    const request = sent.find(({ path }) => path === '/passwordless_sms/link')
    const code = expect.stringMatching(/^v1\.[\w-]{110,}$/)
    expect(request?.body).toEqual({ phoneNumber: proof.phoneNumber, code, user_id: 'user_1' })
    expect(request?.headers).toMatchObject({
      'vitrine-authorization-signature': expect.any(String),
      authorization: expect.stringMatching(/^Bearer /),
      dpop: expect.any(String),
    })
  })

  test('of the site’s own account asks the person, and sends nothing before', async () => {
    const siteToken = vi.fn(() => 'e30.e30.sig')
    const { handlers, kernel, shown, sent } = await loggedIn(serverRoutes(), {
      server: { custom_jwt_auth: true },
      siteToken,
    })
    const call = handlers.link({ method: 'custom-jwt' })
    const request = await shown()
    expect(request).toMatchObject({ kind: 'link', way: { method: 'custom-jwt' } })
    expect(siteToken).not.toHaveBeenCalled()
    kernel.screens.dismiss(request)
    await expect(call).rejects.toMatchObject({ code: 'exited_link_flow' })
    expect(sent.map(({ path }) => path)).not.toContain('/custom_jwt_account/link')
  })

  test('of the site’s own account is refused without a screen when the user has one, or the app does not', async () => {
    const account = { type: 'custom_auth' as const, custom_user_id: 'ada', ...verification }
    const user = { ...wireUserOf('user_1'), linked_accounts: [account] }
    const routes = serverRoutes({ 'POST /passwordless/authenticate': () => [200, answerOf({ user })] })
    const { handlers } = await loggedIn(routes, { server: { custom_jwt_auth: true } })
    await expect(handlers.link({ method: 'custom-jwt' })).rejects.toMatchObject({
      code: 'cannot_link_more_of_type',
      message: 'This user has such an account already.',
    })
    const off = await loggedIn()
    await expect(off.handlers.link({ method: 'custom-jwt' })).rejects.toMatchObject({
      code: 'disallowed_login_method',
    })
  })

  test('that the person leaves is exited_link_flow', async () => {
    const { handlers, kernel, shown } = await open()
    const call = handlers.link({ method: 'sms' })
    kernel.screens.dismiss(await shown())
    await expect(call).rejects.toMatchObject({ type: 'client_error', code: 'exited_link_flow' })
  })

  test.each([
    ['a method that the app has off', 'passkey', 'disallowed_login_method'],
    ['a method that does not exist', 'constructor', 'disallowed_login_method'],
    ['a second address', 'email', 'cannot_link_more_of_type'],
  ])('of %s is refused before any screen', async (_, method, code) => {
    const { handlers, kernel } = await open()
    await expect(handlers.link({ method })).rejects.toMatchObject({ code })
    expect(kernel.screens.current.get()).toBeNull()
  })

  test('of a passkey in a browser without them is refused before any screen', async () => {
    const { handlers, kernel } = await open({}, { passkey_auth: true })
    await expect(handlers.link({ method: 'passkey' })).rejects.toMatchObject({ code: 'not_supported' })
    expect(kernel.screens.current.get()).toBeNull()
  })

  test('of what only logs in is refused', async () => {
    const { handlers, kernel } = await open({}, { guest_auth: true })
    await expect(handlers.link({ method: 'guest' })).rejects.toMatchObject({ code: 'not_supported' })
    expect(kernel.screens.current.get()).toBeNull()
  })

  test('ends with the session', async () => {
    const { handlers, shown, kernel } = await open()
    const refused = expect(handlers.link({ method: 'sms' })).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
    await shown()
    await kernel.operations.logout('device')
    await refused
  })
})

describe('update', () => {
  test('shows the screen of the address, and answers with the user', async () => {
    const changed = { ...wireUserOf(), linked_accounts: [] }
    const { handlers, kernel, shown, sent } = await open({
      'POST /passwordless/update': () => [200, changed],
    })
    const call = handlers.update('email')
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'update' }>
    expect(request).toMatchObject({ kind: 'update', way: { method: 'email' } })
    const change = { oldAddress: 'ada@example.com', newAddress: 'eve@example.com', code: '123456' }
    const user = await updateEmail(kernel.operations.calls, change, signal)
    kernel.screens.resolve(request, { user })
    await expect(call).resolves.toMatchObject({ user: { id: 'user_1', linkedAccounts: [] } })
    expect(sent.find(({ path }) => path === '/passwordless/update')?.body).toEqual({
      ...change,
      code: expect.stringMatching(/^v1\.[\w-]{110,}$/),
      user_id: 'user_1',
    })
  })

  test('that the person leaves is exited_update_flow', async () => {
    const { handlers, kernel, shown } = await openWithPhone()
    const call = handlers.update('phone')
    kernel.screens.dismiss(await shown())
    await expect(call).rejects.toMatchObject({ code: 'exited_update_flow' })
  })

  test('of a number that the person does not have is refused before any screen', async () => {
    const { handlers, kernel } = await open()
    await expect(handlers.update('phone')).rejects.toMatchObject({ code: 'linked_account_not_found' })
    expect(kernel.screens.current.get()).toBeNull()
  })

  test('of what the app has off is refused', async () => {
    const { handlers } = await open({}, {})
    await expect(handlers.update('phone')).rejects.toMatchObject({ code: 'disallowed_login_method' })
  })
})

describe('unlink', () => {
  test('asks the person about one of the user’s accounts, given as the page has it', async () => {
    const { handlers, kernel, sent, shown } = await openWithPhone({
      'POST /passwordless_sms/unlink': () => [200, wireUserOf()],
    })
    const snapshot = kernel.session.get()
    const account =
      snapshot.status === 'authenticated'
        ? snapshot.user.linkedAccounts.find(({ type }) => type === 'phone')
        : undefined
    const call = handlers.unlink(account ?? { type: '' })
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'unlink' }>
    expect(request).toMatchObject({ kind: 'unlink', account: { number: '+1 213 373 4253' } })
    expect(sent.filter(({ path }) => path.endsWith('/unlink'))).toEqual([])
    const user = await unlinkAccount(kernel.operations.calls, request.account, {}, signal)
    expect(sent.find(({ path }) => path === '/passwordless_sms/unlink')?.body).toEqual({
      phoneNumber: '+1 213 373 4253',
    })
    kernel.screens.resolve(request, { user })
    await expect(call).resolves.toMatchObject({ user: { linkedAccounts: [{ type: 'email' }] } })
  })

  test('that the person does not want is exited_link_flow', async () => {
    const { handlers, kernel, shown } = await open()
    const call = handlers.unlink({ type: 'email', address: 'ADA@example.com' })
    kernel.screens.dismiss(await shown())
    await expect(call).rejects.toMatchObject({ type: 'client_error', code: 'exited_link_flow' })
  })

  test.each([
    [{ type: 'email', address: 'eve@example.com' }, 'linked_account_not_found'],
    [{ type: 'email' }, 'missing_or_invalid_privy_account_id'],
    [{ type: 'google_oauth', subject: ' ' }, 'missing_or_invalid_privy_account_id'],
    [{ type: 'google_oauth', subject: '42' }, 'linked_account_not_found'],
    [{ type: 'phone', number: '+1 213 373 4250' }, 'linked_account_not_found'],
    [{ type: 'passkey', credentialId: 'abc' }, 'linked_account_not_found'],
    [{ type: 'wallet', address: wireWallet().address }, 'cannot_unlink_embedded_wallet'],
  ])('of %o shows and sends nothing', async (account, code) => {
    const { handlers, kernel, sent } = await openWithPhone()
    await expect(handlers.unlink(account)).rejects.toMatchObject({ code })
    expect(kernel.screens.current.get()).toBeNull()
    expect(sent.filter(({ path }) => path.endsWith('/unlink'))).toEqual([])
  })
})
