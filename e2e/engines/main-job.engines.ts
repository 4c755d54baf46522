import type { Hex } from 'viem'
import { verifyMessage } from 'viem'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { chromiumEngine } from './chromium.ts'
import type { Engine, Tab } from './engine.ts'
import { firefoxEngine } from './firefox.ts'
import { webkitEngine } from './webkit.ts'

const ON_DEVICE = {
  mode: 'legacy-embedded-wallets-only',
  ethereum: { create_on_login: 'users-without-wallets' },
}
/** Has a call that a person answers run on in the page, by a press of theirs. */
const BUTTONS = `
  <button id="login" onclick="login = vitrine.login()">Log in</button>
  <button id="sign" onclick="signing = vitrine.signMessage({ message: 'hello' })">Sign</button>
  <input id="other">`

const button = (name: string) =>
  `[...document.querySelectorAll('button')].find(it => it.textContent.trim() === ${JSON.stringify(name)})`
const inPage = (id: string) => `return document.getElementById(${JSON.stringify(id)})`

/** Until an expression holds in the frame. */
const untilFrame = (tab: Tab, expression: string) =>
  expect.poll(() => tab.run('frame', `return Boolean(${expression})`).catch(() => false)).toBe(true)
/** Until a field is there; the person looks, and touches nothing. */
const untilField = (tab: Tab, name: string) =>
  untilFrame(
    tab,
    `document.querySelector('input[aria-label=${JSON.stringify(name)}]') ??
      [...document.querySelectorAll('label')].find(it => it.textContent === ${JSON.stringify(name)})`,
  )

async function sign(tab: Tab): Promise<Hex> {
  // The tick of what was before goes by itself.
  await expect
    .poll(() => tab.run('page', `return document.querySelector('dialog[open]') === null`))
    .toBe(true)
  await tab.press('page', inPage('sign'))
  await untilFrame(tab, `${button('Approve')}?.disabled === false`)
  await tab.press('frame', `return ${button('Approve')}`)
  return (await tab.run<{ signature: Hex }>('page', 'return await signing')).signature
}

const ENGINES: readonly (readonly [string, Engine])[] = [
  ['Chromium', chromiumEngine],
  ['Firefox', firefoxEngine],
  ['WebKit', webkitEngine],
]
for (const [name, engine] of ENGINES)
  test(`${name}: log in by e-mail without a click, get a wallet on the device, sign, reload, sign, log out`, async ({
    stack,
    address,
  }) => {
    const { app, site, wallet, mailbox } = await withOwnApp(stack, {
      embedded_wallet_config: ON_DEVICE,
      guest_auth: true,
      passkey_auth: true,
    })
    const tab = await engine.open(wallet.origin)
    try {
      const head = `<script src="${wallet.origin}/vitrine.js" data-app-id="${app.id}" async></script>`
      const url = site.crossSite + site.publish({ head, body: BUTTONS })
      const ready = () =>
        tab.run(
          'page',
          'while (!window.vitrine) await new Promise(requestAnimationFrame); await vitrine.ready',
        )
      await tab.goto(url)
      await ready()

      await tab.press('page', inPage('login'))
      await untilField(tab, 'Email')
      await untilFrame(tab, button('Continue as guest'))
      // WebKitGTK has no passkeys, and so no row for them.
      const has = (what: string) => tab.run('frame', `return Boolean(${what})`)
      expect(await has(button('Continue with a passkey'))).toBe(await has('window.PublicKeyCredential'))
      await tab.type(`${address}\n`)
      const code = await mailbox.waitForCode(address)
      await untilField(tab, 'Verification code')
      await tab.type(code)
      const { user } = await tab.run<{ user: { wallet: { address: Hex } } }>('page', 'return await login')
      const wallets = await tab.run('page', 'return vitrine.state.wallets')
      // No id: the key is on this device.
      expect(wallets).toEqual([
        expect.objectContaining({ address: user.wallet.address, recoveryMethod: 'privy' }),
      ])
      expect(wallets).not.toEqual([expect.objectContaining({ id: expect.anything() })])
      const signs = async () =>
        verifyMessage({ address: user.wallet.address, message: 'hello', signature: await sign(tab) })
      expect(await signs()).toBe(true)

      await tab.goto(url)
      await ready()
      expect(await tab.run('page', 'return vitrine.state.user.id')).toBe(Reflect.get(user, 'id'))
      expect(await signs()).toBe(true)

      await tab.run('page', 'await vitrine.logout()')
      await tab.goto(url)
      await ready()
      expect(await tab.run('page', 'return vitrine.state.authenticated')).toBe(false)
    } finally {
      await tab.close()
    }
  })
