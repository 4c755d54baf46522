import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { authenticateByEmail, sendEmailCode } from '../login/email/email-api.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import { wireWallet } from '../session/testing/session-fixtures.ts'
import { autoCreationKey } from '../wallet/create/create-wallet.ts'
import { startTestKernel } from './testing/fake-frame.ts'
import { createOnLogin, credentials, loggedIn, serverRoutes, signal } from './testing/one-user-server.ts'

describe('login', () => {
  test('binds the session to the device key, makes the wallet, and only then tells the page', async () => {
    const { kernel, handlers, hello, shown, events, sent, vault } = startTestKernel(serverRoutes(), {
      server: createOnLogin,
    })
    await hello()
    const call = handlers.login(undefined)
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'login' }>
    const result = await authenticateByEmail(kernel.operations.calls, credentials, signal)
    await kernel.operations.createWalletsOnLogin(signal)
    expect(events().map(({ name }) => name)).toEqual(['walletCreated'])
    kernel.screens.resolve(request, result)
    await expect(call).resolves.toMatchObject({
      isNewUser: true,
      wasAlreadyAuthenticated: false,
      loginMethod: 'email',
      loginAccount: { type: 'email', address: 'ada@example.com' },
      user: { wallet: { address: wireWallet().address } },
    })
    expect(events().map(({ name }) => name)).toEqual(['walletCreated', 'login'])
    const authenticate = sent.find(({ path }) => path === '/passwordless/authenticate')
    expect(decodeJwt(authenticate?.headers.dpop ?? '')).toMatchObject({
      htm: 'POST',
      htu: 'https://wallet.example/api/v1/passwordless/authenticate',
    })
    expect(authenticate?.headers).not.toHaveProperty('authorization')
    const create = sent.find(({ path }) => path === '/wallets')
    expect(create?.headers['vitrine-idempotency-key']).toBe(await autoCreationKey('user_1', 'ethereum'))
    expect(create?.body).toEqual({
      chain_type: 'ethereum',
      owner: { public_key: await vault.vault.publicKey() },
    })
  })
  test('of someone logged in answers at once, with no screen', async () => {
    const { handlers, kernel } = await loggedIn()
    await expect(handlers.login(undefined)).resolves.toMatchObject({
      wasAlreadyAuthenticated: true,
      loginMethod: null,
    })
    expect(kernel.screens.current.get()).toBeNull()
  })
  test('two calls are one login with one event', async () => {
    const { handlers, hello, kernel, shown, events } = startTestKernel(serverRoutes())
    await hello()
    const calls = Promise.all([handlers.login(undefined), handlers.login({ disableSignup: true })])
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'login' }>
    kernel.screens.resolve(request, await authenticateByEmail(kernel.operations.calls, credentials, signal))
    await calls
    expect(events().filter(({ name }) => name === 'login')).toHaveLength(1)
  })
  test('a call while the wallet of the open login is being made waits for it', async () => {
    const { handlers, hello, kernel, shown } = startTestKernel(serverRoutes(), { server: createOnLogin })
    await hello()
    const first = handlers.login(undefined)
    const request = (await shown()) as Extract<ScreenRequest, { kind: 'login' }>
    const result = await authenticateByEmail(kernel.operations.calls, credentials, signal)
    const second = handlers.login(undefined)
    await kernel.operations.createWalletsOnLogin(signal)
    kernel.screens.resolve(request, result)
    expect(await second).toBe(await first)
  })
  test('left after the session began is a login, not an exit', async () => {
    const { handlers, hello, kernel, shown } = startTestKernel(serverRoutes())
    await hello()
    const call = handlers.login(undefined)
    const request = await shown()
    await authenticateByEmail(kernel.operations.calls, credentials, signal)
    kernel.screens.dismiss(request)
    await expect(call).resolves.toMatchObject({ isNewUser: true, wasAlreadyAuthenticated: false })
  })
  test('in another tab ends the login that is open here', async () => {
    const here = startTestKernel(serverRoutes())
    await here.hello()
    const call = here.handlers.login(undefined)
    await here.shown()
    await loggedIn(serverRoutes(), { storage: here.storage })
    here.frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine:token:app_test' }))
    await expect(call).resolves.toMatchObject({ wasAlreadyAuthenticated: true })
  })
  test('by methods that are all off is a configuration error', async () => {
    const { handlers, hello } = startTestKernel({})
    await hello()
    await expect(handlers.login({ loginMethods: ['sms'] })).rejects.toMatchObject({
      code: 'configuration_error',
    })
  })
  test('what is no address or no code never reaches the server', async () => {
    const { kernel, sent } = startTestKernel({})
    await expect(sendEmailCode(kernel.operations.calls, 'ada', signal)).rejects.toMatchObject({
      code: 'invalid_data',
    })
    await expect(
      authenticateByEmail(kernel.operations.calls, { ...credentials, code: '12345x' }, signal),
    ).rejects.toMatchObject({ code: 'invalid_data' })
    expect(sent).toEqual([])
  })
})
