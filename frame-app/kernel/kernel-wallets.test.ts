import { createPublicKey, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { describe, expect, test, vi } from 'vitest'
import type { ScreenRequest } from '../requests/registry.ts'
import { wireWallet } from '../session/testing/session-fixtures.ts'
import type { SentRequest } from './testing/fake-frame.ts'
import { startTestKernel } from './testing/fake-frame.ts'
import { createOnLogin, loggedIn, serverRoutes, signal } from './testing/one-user-server.ts'

describe('createWallet', () => {
  test('makes the first wallet and announces it once', async () => {
    const { handlers, events, sent } = await loggedIn()
    await expect(handlers.createWallet(undefined)).resolves.toMatchObject({ walletIndex: 0, id: 'wallet_0' })
    expect(events()).toMatchObject([{ name: 'walletCreated', payload: { wallet: { walletIndex: 0 } } }])
    expect(sent.find(({ path }) => path === '/wallets')?.headers['vitrine-idempotency-key']).toMatch(
      /^[0-9a-f]{64}$/,
    )
  })
  test('a wallet is not hidden by a profile that cannot be read', async () => {
    const { handlers } = await loggedIn(serverRoutes({ 'GET /users/me': () => [404, {}] }))
    await expect(handlers.createWallet(undefined)).resolves.toMatchObject({ address: wireWallet().address })
  })
  test.each([
    [{ walletIndex: -1 }, 'invalid_data', 'integer of 0 or more'],
    [{ walletIndex: 0.5 }, 'invalid_data', 'integer of 0 or more'],
    [{ walletIndex: 0 }, 'invalid_data', 'Use createAdditional instead'],
    [{ createAdditional: true }, 'embedded_wallet_not_found', 'no Ethereum wallet yet'],
  ] as const)(
    '%j is refused, tells the page, and asks nothing of the server',
    async (options, code, words) => {
      const { handlers, events, sent } = await loggedIn()
      await expect(async () => handlers.createWallet(options)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      })
      expect(events()).toMatchObject([{ name: 'error', payload: { code, during: 'createWallet' } }])
      expect(sent.some(({ path }) => path === '/wallets')).toBe(false)
    },
  )
  test('a second wallet only when it is meant', async () => {
    const { handlers, sent } = await loggedIn()
    await handlers.createWallet(undefined)
    await expect(handlers.createWallet(undefined)).rejects.toMatchObject({
      code: 'embedded_wallet_already_exists',
    })
    await expect(handlers.createWallet({ createAdditional: true })).resolves.toMatchObject({ walletIndex: 1 })
    const bodies = sent.filter(({ path }) => path === '/wallets').map(({ body }) => body)
    expect(bodies).toMatchObject([{ chain_type: 'ethereum' }, { create_additional: true }])
  })
  test('a failure of the server is told by its code', async () => {
    const routes = serverRoutes({
      'POST /wallets': () => [500, { error: 'Not made.', code: 'embedded_wallet_create_error' }],
    })
    const { handlers, events } = await loggedIn(routes)
    await expect(handlers.createWallet(undefined)).rejects.toMatchObject({ status: 500 })
    expect(events()).toMatchObject([
      { name: 'error', payload: { code: 'embedded_wallet_create_error', during: 'createWallet' } },
    ])
  })
  test.each([
    [
      'createWallet',
      ({ handlers }: Awaited<ReturnType<typeof loggedIn>>) => handlers.createWallet(undefined),
    ],
    [
      'a login',
      ({ kernel }: Awaited<ReturnType<typeof loggedIn>>) => kernel.operations.createWalletsOnLogin(signal),
    ],
  ])(
    'a failure that says no more is embedded_wallet_create_error to the promise and to the page (%s)',
    async (_, create) => {
      const failed = serverRoutes({
        'POST /wallets': () => [500, { error: 'A bug.', code: 'internal_error' }],
      })
      const test = await loggedIn(failed, { server: createOnLogin })
      const told = {
        code: 'embedded_wallet_create_error',
        message: 'The wallet could not be created. Try again.',
      }
      await expect(create(test)).rejects.toMatchObject({ ...told, status: 500 })
      expect(test.events()).toEqual([{ name: 'error', payload: { ...told, during: 'createWallet' } }])
    },
  )
  test('an option that there is not is told with the one that was meant, and the wallet is made', async () => {
    const test = await loggedIn()
    await test.handlers.createWallet({ chainTipe: 'solana' } as object)
    const message = 'createWallet: there is no option chainTipe. Did you mean chainType?'
    await vi.waitFor(() =>
      expect(test.events()).toContainEqual({ name: 'configWarning', payload: { message } }),
    )
  })
  test('the page is told of a createWallet that is refused before it is one, and of no other call', async () => {
    const { hello, events, onRefused } = startTestKernel({})
    await hello()
    const refusal = { code: 'must_be_authenticated', message: 'User must be authenticated' } as const
    onRefused('signMessage', { type: 'client_error', ...refusal })
    onRefused('createWallet', { type: 'client_error', ...refusal })
    expect(events()).toEqual([{ name: 'error', payload: { ...refusal, during: 'createWallet' } }])
  })
})

describe('signing', () => {
  async function approve(test: Awaited<ReturnType<typeof loggedIn>>) {
    const request = (await test.shown()) as Extract<ScreenRequest, { kind: 'sign-message' }>
    const result = await test.kernel.operations.signMessage(request, signal)
    test.kernel.screens.resolve(request, result)
  }
  const rpcOf = (sent: readonly SentRequest[]) => sent.filter(({ path }) => path.endsWith('/rpc'))

  test('the device key signs exactly the request that is sent', async () => {
    const test = await loggedIn()
    await test.handlers.createWallet(undefined)
    const call = test.handlers.signMessage({ message: 'Hello' })
    await approve(test)
    await expect(call).resolves.toEqual({ signature: `0x${'ab'.repeat(65)}` })
    const [rpc] = rpcOf(test.sent)
    if (!rpc) throw new Error('No request was sent.')
    expect(rpc.body).toEqual({ method: 'personal_sign', params: { message: 'Hello', encoding: 'utf-8' } })
    const canonical = canonicalize({
      version: 1,
      method: 'POST',
      url: `https://wallet.example/api/v1${rpc.path}`,
      body: rpc.body,
      headers: {
        'vitrine-app-id': rpc.headers['vitrine-app-id'],
        'vitrine-idempotency-key': rpc.headers['vitrine-idempotency-key'],
        'vitrine-request-expiry': rpc.headers['vitrine-request-expiry'],
      },
    })
    const key = createPublicKey({
      key: Buffer.from(await test.vault.vault.publicKey(), 'base64'),
      format: 'der',
      type: 'spki',
    })
    const signature = Buffer.from(rpc.headers['vitrine-authorization-signature'] ?? '', 'base64')
    expect(verify('sha256', Buffer.from(canonical ?? ''), key, signature)).toBe(true)
    const lifetime = Number(rpc.headers['vitrine-request-expiry']) - Date.now()
    expect(lifetime).toBeGreaterThan(0)
    expect(lifetime).toBeLessThanOrEqual(120_000)
  })
  test('two approvals have two idempotency keys', async () => {
    const test = await loggedIn()
    await test.handlers.createWallet(undefined)
    for (const message of ['one', 'one']) {
      const call = test.handlers.signMessage({ message })
      await approve(test)
      await call
    }
    const keys = rpcOf(test.sent).map(({ headers }) => headers['vitrine-idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })
  test.each([
    [{ message: '0x123', encoding: 'hex' }, 'invalid_data'],
    [{ message: 'zz', encoding: 'hex' }, 'invalid_data'],
    [{ message: 'a\ud800' }, 'invalid_data'],
    [{ message: 'é'.repeat(32_769) }, 'invalid_data'],
    [{ message: 'hi', address: '0x9999999999999999999999999999999999999999' }, 'embedded_wallet_not_found'],
  ] as const)('%j opens no screen', async (argument, code) => {
    const { handlers, kernel } = await loggedIn()
    await handlers.createWallet(undefined)
    await expect(async () => handlers.signMessage(argument)).rejects.toMatchObject({ code })
    expect(kernel.screens.current.get()).toBeNull()
  })
  test('without a wallet says how to get one', async () => {
    const { handlers } = await loggedIn()
    await expect(async () => handlers.signMessage({ message: 'hi' })).rejects.toMatchObject({
      code: 'embedded_wallet_not_found',
      message: expect.stringContaining('createWallet'),
    })
  })
})
