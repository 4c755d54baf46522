import { verifyMessage } from 'viem'
import { blockStorage } from './fixtures/blocked-storage.ts'
import { expect, test } from './fixtures/test.ts'

test('where the browser blocks storage, a reload keeps the user, who confirms a login before the wallet signs', async ({
  context,
  openHost,
  stack,
  address,
}) => {
  await blockStorage(context, stack.wallet.origin)
  const host = await openHost()
  const state = () => host.evaluate('return [vitrine.state.authenticated, vitrine.state.user?.id ?? null]')
  const { user } = await host.logIn(address)
  const expectSigned = async (message: string, outcome: Awaited<ReturnType<typeof host.sign>>) => {
    if (!outcome.ok || !user.wallet) throw new Error('No signature')
    expect(await verifyMessage({ address: user.wallet.address, message, ...outcome.value })).toBe(true)
  }
  await expectSigned('kept in memory', await host.sign('kept in memory'))
  expect(await host.evaluate('return seenEvents.filter(({ name }) => name === "error")')).toMatchObject({
    value: [{ payload: { code: 'session_storage_unavailable' } }],
  })

  await host.page.reload()
  await host.ready()
  expect(await state()).toMatchObject({ value: [true, user.id] })
  const code = await host.call('getLoginCode')
  expect(code).toMatchObject({ ok: true, value: expect.any(String) })

  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message: 'after a reload' })
  await host.confirm(address)
  await host.approve()
  await expectSigned('after a reload', await signing)
  // Its user has confirmed once.
  await expectSigned('and again', await host.sign('and again'))

  await host.page.reload()
  await host.ready()
  const left = host.call('signMessage', { message: 'nobody confirms' })
  await host.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  await host.call('logout')
  expect(await state()).toMatchObject({ value: [false, null] })
  await host.page.reload()
  await host.ready()
  expect(await state()).toMatchObject({ value: [false, null] })
})

test('a logout that does not reach the server leaves nothing to resume', async ({
  context,
  openHost,
  stack,
  address,
}) => {
  await blockStorage(context, stack.wallet.origin)
  const host = await openHost()
  await host.logIn(address)
  await host.page.reload()
  await host.ready()
  expect(await host.evaluate('return vitrine.state.authenticated')).toMatchObject({ value: true })
  await context.route('**/api/v1/sessions/logout', route => route.abort())
  await host.call('logout')
  await host.page.reload()
  await host.ready()
  expect(await host.evaluate('return vitrine.state.authenticated')).toMatchObject({ value: false })
})

test('a refresh token that expired away from the page logs out once, and the next login works', async ({
  openHost,
  address,
  stack,
}) => {
  const host = await openHost()
  await host.logIn(address)
  await host.walletFrame().evaluate(appId => {
    localStorage.setItem(`vitrine:token:${appId}`, '')
    localStorage.setItem(`vitrine:refresh_token:${appId}`, 'not-a-token-of-this-server')
  }, stack.app.id)
  await host.page.reload()
  await host.ready()
  expect(await host.evaluate('return vitrine.state.authenticated')).toMatchObject({ value: false })
  expect((await host.logIn(address)).isNewUser).toBe(false)
})
