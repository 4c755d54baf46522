import { verifyMessage } from 'viem'
import { expect, test } from './fixtures/test.ts'

test('where the browser blocks storage, login and signing work until the page ends, and the site is told once', async ({
  context,
  openHost,
  stack,
  address,
}) => {
  await context.addInitScript(origin => {
    if (location.origin !== origin) return
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The user blocks storage.', 'SecurityError')
      },
    })
  }, stack.wallet.origin)
  const host = await openHost()
  const { user } = await host.logIn(address)
  const message = 'kept in memory'
  const outcome = await host.sign(message)
  if (!outcome.ok || !user.wallet) throw new Error('No signature')
  expect(await verifyMessage({ address: user.wallet.address, message, ...outcome.value })).toBe(true)
  expect(await host.evaluate('return seenEvents.filter(({ name }) => name === "error")')).toMatchObject({
    value: [{ payload: { code: 'session_storage_unavailable' } }],
  })

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
