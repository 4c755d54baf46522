import { type Hex, verifyMessage } from 'viem'
import { en } from '../frame-app/words/en.ts'
import { expectNoViolations } from './fixtures/axe.ts'
import { HostPage, type LoginValue } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { expect, test } from './fixtures/test.ts'

interface Linked {
  readonly user: LoginValue['user'] & {
    readonly linkedAccounts: readonly { readonly type: string; readonly address?: string }[]
  }
}

const MODES = {
  'held by the server': 'user-controlled-server-wallets-only',
  'on the devices': 'legacy-embedded-wallets-only',
} as const

/** Links a number that opens another account of the person, up to the question. @returns how the page's call ends */
async function linkTaken(host: HostPage, number: string, own: string) {
  const ends = host.call<Linked>('link', 'sms')
  await host.phone.fill(number)
  await host.button('Continue').click()
  await host.confirm(own)
  await host.code.fill(await host.stack.phones.waitForCode(number))
  await host.button(en['transfer.confirm']).waitFor()
  return { ends }
}

const walletsOf = ({ user }: Linked) =>
  user.linkedAccounts.flatMap(({ type, address }) => (type === 'wallet' ? [address as Hex] : []))

async function signs(host: HostPage, address: Hex) {
  const signing = host.call<{ signature: Hex }>('signMessage', { message: 'hello', address })
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(`signMessage: ${outcome.error.message}`)
  return verifyMessage({ address, message: 'hello', signature: outcome.value.signature })
}

for (const [held, mode] of Object.entries(MODES))
  test(`two accounts become one, and the wallets of both sign, ${held}, here and on a new device`, async ({
    browser,
    context,
    stack,
    address,
    number,
  }) => {
    // Three logins, a link and four signatures.
    test.slow()
    const app = await withOwnApp(stack, {
      embedded_wallet_config: { mode, ethereum: { create_on_login: 'users-without-wallets' } },
      sms_auth: true,
      added_login_hold_hours: 0,
    })
    const host = await (await HostPage.open(context, app)).ready()
    const other = await host.logInBySms(number)
    await host.call('logout')
    const own = await host.logIn(address)

    const first = await linkTaken(host, number, address)
    await expect(host.frame.getByText(number.slice(-4))).toBeVisible()
    await expectNoViolations(host)
    await host.button(en['transfer.cancel']).click()
    expect(await first.ends).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } })

    const second = await linkTaken(host, number, address)
    await expect(host.button(en['transfer.confirm'])).toBeEnabled()
    await host.button(en['transfer.confirm']).click()
    const linked = await second.ends
    if (!linked.ok) throw new Error(`link: ${linked.error.message}`)
    expect(linked.value.user.id).toBe(own.user.id)
    const both = [own, other].map(({ user }) => user.wallet?.address as Hex)
    expect(walletsOf(linked.value).sort()).toEqual(both.toSorted())
    for (const wallet of both) expect(await signs(host, wallet)).toBe(true)

    const elsewhere = await browser.newContext()
    const phone = await (await HostPage.open(elsewhere, app)).ready()
    expect(await phone.logInBySms(number)).toMatchObject({ isNewUser: false, user: { id: own.user.id } })
    for (const wallet of both) expect(await signs(phone, wallet)).toBe(true)
    await elsewhere.close()
  })
