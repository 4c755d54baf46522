import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import {
  type Farcasterer,
  newFarcasterer,
  registryOn,
} from '../../auth-server/login/farcaster/testing/relay.ts'
import { scan } from '../fixtures/farcaster.ts'
import { HostPage, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'

interface Fixtures {
  cast: Stack
  /** Holds an account on the chain. */
  person: Farcasterer
  site: HostPage
}

const test = base.extend<Fixtures>({
  cast: async ({ stack }, use) => use(await withOwnApp(stack, { farcaster_auth: true })),
  person: async ({ keep, farcaster }, use) => {
    const registry = await keep('OP Mainnet', async () => {
      const anvil = await startAnvil({ chainId: 10, port: farcaster.chainPort })
      const registry = registryOn(anvil)
      await registry.deploy()
      return { ...registry, stop: anvil.stop }
    })
    const person = newFarcasterer({ username: 'ada', pfpUrl: 'https://img.example/ada.png' })
    await registry.give(person.custody.address, person.fid)
    await use(person)
  },
  site: async ({ context, cast }, use) => use(await (await HostPage.open(context, cast)).ready()),
})

const ROW = 'Continue with Farcaster'
const codeOf = (host: HostPage) =>
  host.frame.getByRole('img', { name: 'QR code that opens this login in Farcaster' })

test('a person scans the code, approves, and is greeted the next time; who closes it is not logged in', async ({
  site,
  person,
  farcaster,
}) => {
  const flows = await site.hearFlows()
  const login = site.call<LoginValue>('login')
  await site.button(ROW).click()
  await expect(codeOf(site)).toBeVisible()
  // By this a person tells their own login from a stranger's.
  const { host } = new URL(site.stack.wallet.origin)
  await expect(site.frame.getByText(`Approve only if Farcaster names ${host}.`)).toBeVisible()
  const scanned = await scan(codeOf(site))
  expect(scanned).toMatch(/^https:\/\/farcaster\.xyz\/~\/siwf\?channelToken=/)
  await farcaster.relay.approve(scanned, person)
  const { fid, custody } = person
  expect(await login).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginMethod: 'farcaster',
      loginAccount: { type: 'farcaster', fid, username: 'ada' },
      user: { farcaster: { fid, ownerAddress: custody.address, pfp: 'https://img.example/ada.png' } },
    },
  })
  expect(await flows()).toEqual(['initial', 'loading', 'done'].map(status => ({ flow: 'farcaster', status })))

  await site.call('logout')
  const again = site.call<LoginValue>('login')
  await site.button('Continue with your Farcaster account').click()
  await farcaster.relay.approve(await scan(codeOf(site)), person)
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })

  await site.call('logout')
  const left = site.call('login')
  await site.button(ROW).click()
  await expect(codeOf(site)).toBeVisible()
  await site.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
})

test('who is logged in adds a Farcaster account, and takes it away by its number', async ({
  site,
  person,
  farcaster,
  address,
}) => {
  const { user } = await site.logIn(address)
  const linking = site.call('link', 'farcaster')
  await site.button(ROW).click()
  await site.confirm(address)
  await farcaster.relay.approve(await scan(codeOf(site)), person)
  expect(await linking).toMatchObject({
    ok: true,
    value: { user: { id: user.id, farcaster: { fid: person.fid } } },
  })
  const unlinking = site.call('unlink', { type: 'farcaster', fid: person.fid })
  await expect(site.frame.getByText('@ada')).toBeVisible()
  await site.button('Remove').click()
  await site.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }] } },
  })
})

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  })

  test('a button opens Farcaster; what was signed for another site logs nobody in, and another try does', async ({
    site,
    person,
    farcaster,
  }) => {
    const login = site.call<LoginValue>('login')
    await site.button(ROW).click()
    const open = site.frame.getByRole('link', { name: 'Open Farcaster' })
    await expect(open).toBeVisible()
    await expect(codeOf(site)).toBeHidden()
    const opens = async () => (await open.getAttribute('href')) ?? ''
    await farcaster.relay.approve(await opens(), person, { domain: 'evil.example' })
    await expect(site.alert).toHaveText('We couldn’t verify the approval. Try again, or log in another way.')
    await site.button('Try again').click()
    await expect(open).toBeVisible()
    await farcaster.relay.approve(await opens(), person)
    expect(await login).toMatchObject({ ok: true, value: { loginMethod: 'farcaster' } })
  })
})
