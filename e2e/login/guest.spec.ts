import { HostPage, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'

const test = base.extend<{ site: HostPage; guests: Stack }>({
  guests: async ({ stack }, use) => {
    const embedded_wallet_config = { ethereum: { create_on_login: 'users-without-wallets' } }
    await use(await withOwnApp(stack, { guest_auth: true, embedded_wallet_config }))
  },
  site: async ({ context, guests }, use) => {
    await use(await (await HostPage.open(context, guests)).ready())
  },
})

async function enter(site: HostPage): Promise<LoginValue> {
  const login = site.call<LoginValue>('login')
  await site.button('Continue as guest').click()
  const outcome = await login
  if (!outcome.ok) throw new Error(`login: ${outcome.error.message}`)
  return outcome.value
}

test('one press makes a guest with a wallet, and the same guest the next time', async ({ site }) => {
  const first = await enter(site)
  expect(first).toMatchObject({
    isNewUser: true,
    loginMethod: 'guest',
    loginAccount: null,
    user: { isGuest: true, wallet: { address: expect.stringMatching(/^0x/) } },
  })
  await site.call('logout')
  expect(await enter(site)).toMatchObject({
    isNewUser: false,
    user: { id: first.user.id, wallet: first.user.wallet },
  })
})

test('a guest who links an address keeps user and wallet, and is no guest any more', async ({
  site,
  address,
}) => {
  const guest = await enter(site)
  const link = site.call<{ user: object }>('link', 'email')
  await site.code.fill(await site.askForCode(address))
  expect(await link).toMatchObject({
    ok: true,
    value: { user: { id: guest.user.id, isGuest: false, email: { address }, wallet: guest.user.wallet } },
  })
  await site.call('logout')
  expect((await enter(site)).user.id).not.toBe(guest.user.id)
})
