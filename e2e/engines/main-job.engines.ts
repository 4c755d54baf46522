import type { Hex } from 'viem'
import { verifyMessage } from 'viem'
import { withWindows } from '../fixtures/approval-window.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { expect, test } from '../fixtures/test.ts'
import { chromiumEngine } from './chromium.ts'
import type { Engine, Tab, Where } from './engine.ts'
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

/** By its accessible name: what Approve approves stands in it too, and is its description. */
const button = (name: string) =>
  `[...document.querySelectorAll('button')].find(it => {
    const copy = it.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
    return copy.textContent.trim() === ${JSON.stringify(name)}
  })`
const inPage = (id: string) => `return document.getElementById(${JSON.stringify(id)})`

/** Until an expression holds in a document. */
const until = (tab: Tab, where: Where, expression: string) =>
  expect.poll(() => tab.run(where, `return Boolean(${expression})`).catch(() => false)).toBe(true)
const untilFrame = (tab: Tab, expression: string) => until(tab, 'frame', expression)
/** Until a field is there; the person looks, and touches nothing. */
const untilField = (tab: Tab, name: string) =>
  untilFrame(
    tab,
    `document.querySelector('input[aria-label=${JSON.stringify(name)}]') ??
      [...document.querySelectorAll('label')].find(it => it.textContent === ${JSON.stringify(name)})`,
  )

/** The tick of what was before goes by itself. */
const untilClosed = (tab: Tab) => until(tab, 'page', `document.querySelector('dialog[open]') === null`)

async function sign(tab: Tab): Promise<Hex> {
  await untilClosed(tab)
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
const scriptOf = ({ app, wallet }: Stack) =>
  `<script src="${wallet.origin}/vitrine.js" data-app-id="${app.id}" async></script>`
const ready = (tab: Tab) =>
  tab.run('page', 'while (!window.vitrine) await new Promise(requestAnimationFrame); await vitrine.ready')

/** By typing alone. */
async function logIn(tab: Tab, { mailbox }: Stack, address: string) {
  await tab.type(`${address}\n`)
  const code = await mailbox.waitForCode(address)
  await untilField(tab, 'Verification code')
  await tab.type(code)
  return tab.run<{ user: { id: string; wallet: { address: Hex } } }>('page', 'return await login')
}

for (const [name, engine] of ENGINES) {
  test(`${name}: approve in the window that the person’s own press opens, which then closes`, async ({
    stack,
    address,
  }) => {
    const own = await withWindows(stack)
    const tab = await engine.open(own.wallet.origin)
    try {
      await tab.goto(own.site.crossSite + own.site.publish({ head: scriptOf(own), body: BUTTONS }))
      await ready(tab)
      await tab.press('page', inPage('login'))
      await untilField(tab, 'Email')
      const { user } = await logIn(tab, own, address)
      await untilClosed(tab)
      expect(await tab.windows()).toBe(0)
      await tab.press('page', inPage('sign'))
      await expect.poll(() => tab.windows()).toBe(1)
      await until(tab, 'window', `${button('Approve')}?.disabled === false`)
      expect(await tab.run('frame', `return Boolean(${button('Approve')})`)).toBe(false)
      await tab.press('window', `return ${button('Approve')}`)
      const { signature } = await tab.run<{ signature: Hex }>('page', 'return await signing')
      expect(await verifyMessage({ address: user.wallet.address, message: 'hello', signature })).toBe(true)
      await expect.poll(() => tab.windows()).toBe(0)
    } finally {
      await tab.close()
    }
  })

  test(`${name}: log in by email without a click, get a wallet on the device, sign, reload, sign, log out`, async ({
    stack,
    address,
  }) => {
    const own = await withOwnApp(stack, {
      embedded_wallet_config: ON_DEVICE,
      guest_auth: true,
      passkey_auth: true,
    })
    const tab = await engine.open(own.wallet.origin)
    try {
      const url = own.site.crossSite + own.site.publish({ head: scriptOf(own), body: BUTTONS })
      await tab.goto(url)
      await ready(tab)

      await tab.press('page', inPage('login'))
      await untilField(tab, 'Email')
      await untilFrame(tab, button('Continue as guest'))
      // WebKitGTK has no passkeys, and so no row for them.
      const has = (what: string) => tab.run('frame', `return Boolean(${what})`)
      expect(await has(button('Continue with a passkey'))).toBe(await has('window.PublicKeyCredential'))
      const { user } = await logIn(tab, own, address)
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
      await ready(tab)
      expect(await tab.run('page', 'return vitrine.state.user.id')).toBe(user.id)
      expect(await signs()).toBe(true)

      await tab.run('page', 'await vitrine.logout()')
      await tab.goto(url)
      await ready(tab)
      expect(await tab.run('page', 'return vitrine.state.authenticated')).toBe(false)
    } finally {
      await tab.close()
    }
  })
}
