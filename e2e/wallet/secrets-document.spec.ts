import type { Frame, FrameLocator } from '@playwright/test'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { SMALLEST } from '../fixtures/in-sight.ts'
import {
  confirmImport,
  importFromAccount,
  keyField,
  openExport,
  secretsOf,
  shownSecret,
  typeKey,
} from '../fixtures/secrets-document.ts'
import { test as base, expect } from '../fixtures/test.ts'

/** Of no worth: the first key of the phrase that all test chains have. */
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

interface Secrets {
  readonly host: HostPage
  readonly document: FrameLocator
  /** The document itself, as only a test sees it. */
  inside(): Frame
}

const test = base.extend<{ secrets: Secrets }>({
  secrets: async ({ context, stack, address }, use) => {
    const host = await (await HostPage.open(context, stack)).ready()
    await host.logIn(address)
    void host.call('importWallet', { chainType: 'ethereum' })
    const document = secretsOf(host)
    await document.getByRole('button', { name: en['secret.key'], exact: true }).waitFor()
    const inside = () => {
      const found = host.page.frames().find(it => new URL(it.url()).pathname.endsWith('/secrets'))
      if (!found) throw new Error('There is no secrets document')
      return found
    }
    await use({ host, document, inside })
  },
})

const field = ({ host }: Secrets) => keyField(host)
const confirm = ({ document }: Secrets) => document.getByRole('button', { name: /^Import/ })

test('says which address a key makes, masked until it is asked for', async ({ secrets }) => {
  await typeKey(secrets.host, KEY)
  await expect(secrets.document.getByText(ADDRESS)).toBeVisible()
  await expect(confirm(secrets)).toHaveText('Import 0xf39…2266')
  await expect(confirm(secrets)).toBeEnabled()
  await expect(field(secrets)).toHaveClass(/masked/)
  await secrets.document.getByRole('button', { name: en['secret.show'] }).click()
  await expect(field(secrets)).not.toHaveClass(/masked/)
})

test('nobody around it sees into it: not the frame, and not the page', async ({ secrets }) => {
  await typeKey(secrets.host, KEY)
  const look = () => {
    const iframe = document.querySelector('iframe')
    const reach = (get: () => unknown) => {
      try {
        return get() ?? null
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      reach(() => iframe?.contentDocument),
      reach(() => iframe?.contentWindow?.document),
      reach(() => Object.keys(iframe?.contentWindow?.localStorage ?? {})),
    ]
  }
  const closed = [null, 'SecurityError', 'SecurityError']
  expect(await secrets.host.walletFrame().evaluate(look)).toEqual(closed)
  const asPage = await secrets.host.page.evaluate(() => {
    try {
      return String(window.frames[0]?.frames[0]?.document)
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(asPage).toBe('SecurityError')
  // Nor does it see out: what it has, nobody there could have taken.
  expect(await secrets.inside().evaluate(() => [origin, self.isSecureContext])).toEqual(['null', true])
  const stored = await secrets.inside().evaluate(() => {
    try {
      return localStorage.length
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(stored).toBe('SecurityError')
})

test('it reaches nothing', async ({ secrets }) => {
  const tried = await secrets.inside().evaluate(async () => {
    const at = document.baseURI.replace(/\/apps\/.*/, '/api/v1/health')
    const called = await fetch(at).then(
      () => 'reached',
      () => 'refused',
    )
    const image = await new Promise(resolve => {
      const made = new Image()
      made.onload = () => resolve('load')
      made.onerror = () => resolve('error')
      made.src = `${at}?${Math.random()}`
    })
    const sent = navigator.sendBeacon ? navigator.sendBeacon(at, 'x') : false
    return [called, image, sent, window.open(at) === null]
  })
  expect(tried.slice(0, 2)).toEqual(['refused', 'error'])
  expect(tried[3]).toBe(true)
})

test('the page cannot put another document in its place', async ({ secrets, stack }) => {
  const elsewhere = stack.site.crossSite + stack.site.publish({ head: '<title>Look-alike</title>' })
  for (const url of [elsewhere, 'data:text/html,look-alike', `${stack.wallet.origin}/`]) {
    await secrets.host.page.evaluate(to => {
      const nested = window.frames[0]?.frames[0]
      if (nested) nested.location.href = to
    }, url)
    const nested = () => secrets.host.walletFrame().childFrames()[0]?.url() ?? ''
    await expect.poll(nested).not.toContain('/secrets')
    expect(nested()).toMatch(/^(chrome-error:|about:)/)
  }
})

test('loaded anew by the page, it is met by nobody', async ({ secrets }) => {
  await typeKey(secrets.host, KEY)
  await secrets.host.page.evaluate(() => {
    const nested = window.frames[0]?.frames[0]
    const frame = document.querySelector('iframe')
    const app = frame?.src.match(/\/apps\/[^/]+/)?.[0] ?? ''
    if (nested && frame) nested.location.href = `${new URL(frame.src).origin + app}/secrets?again`
  })
  await expect(secrets.host.alert).toHaveText(en['import.interrupted'])
  await secrets.host.button('Try again').click()
  await expect(field(secrets)).toHaveValue('')
})

test('a script and a page cannot fill it in', async ({ secrets }) => {
  await typeKey(secrets.host, KEY)
  await expect(confirm(secrets)).toHaveText('Import 0xf39…2266')
  await secrets.inside().evaluate(() => {
    const area = document.querySelector('textarea')
    if (!area) return
    area.value = '1'.repeat(64)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    document.querySelector<HTMLElement>('button.wide')?.click()
  })
  await expect(field(secrets)).toHaveValue(KEY)
  await secrets.host.page.evaluate(() => {
    const nested = window.frames[0]?.frames[0]
    const start = {
      to: 'vitrine:secrets-document',
      event: 'start',
      words: {},
      language: 'en',
      direction: 'ltr',
    }
    const look = { colorScheme: 'dark', tokens: {} }
    nested?.postMessage({ ...start, look }, '*', [new MessageChannel().port2])
    nested?.postMessage({ event: 'seal-for', recipient: 'AAAA' }, '*')
  })
  await expect(confirm(secrets)).toHaveText('Import 0xf39…2266')
  await expect(confirm(secrets)).toBeEnabled()
})

test('covered by the page it takes no press and no typing, and shows nothing', async ({ secrets }) => {
  await typeKey(secrets.host, KEY)
  await secrets.document.getByRole('button', { name: en['secret.show'] }).click()
  await secrets.host.page.evaluate(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:0;background:#888;border:0;inline-size:100vw;block-size:100vh'
    cover.popover = 'manual'
    document.body.append(cover)
    // Else the shell would hear that it was opened, and raise the wallet's dialog above it.
    addEventListener('toggle', event => event.stopImmediatePropagation(), { capture: true })
    cover.showPopover()
  })
  await expect(confirm(secrets)).toBeDisabled()
  await expect(field(secrets)).toHaveClass(/masked/)
  await field(secrets).focus()
  await secrets.host.page.keyboard.insertText('00')
  await expect(field(secrets)).toHaveValue(KEY)
})

test.describe('on the smallest phone', () => {
  test.use({ viewport: SMALLEST })

  test('words are typed, and words and a list of bytes are shown', async ({ context, stack, address }) => {
    test.slow()
    const host = await (await HostPage.open(context, stack)).ready()
    await host.logIn(address)
    const phrase = 'test test test test test test test test test test test junk'
    await importFromAccount(host, 'solana', { text: phrase, number: 2 })
    const imported = await host.evaluate<string>(
      'return vitrine.state.wallets.find(it => it.imported).address',
    )
    if (!imported.ok) throw new Error(imported.error.message)

    const words = await openExport(host, 'export.phrase', address)
    expect((await shownSecret(words.secrets, 'secret.words')).split(' ')).toHaveLength(24)
    await words.close()
    const key = await openExport(host, 'export.key', address, imported.value)
    await key.secrets.getByRole('button', { name: en['secret.json'] }).click()
    expect(JSON.parse(await shownSecret(key.secrets, 'secret.key'))).toHaveLength(64)
    expect(await key.close()).toMatchObject({ ok: true })
  })

  test('what is scrolled out of sight takes no press and no typing', async ({ secrets }) => {
    const { document, host } = secrets
    // What fits stands there whole.
    const hidden = () =>
      document.locator('.scroller').evaluate(it => [it.scrollHeight > 128, it.scrollHeight - it.clientHeight])
    await expect.poll(hidden).toEqual([true, 0])
    await document.getByRole('button', { name: en['secret.words'], exact: true }).click()
    await typeKey(host, 'test test test test test test test test test test test junk')
    await expect(confirm(secrets)).toBeEnabled()
    const at = (top: number) => document.locator('.scroller').evaluate((it, to) => it.scrollTo(0, to), top)
    await confirm(secrets).focus()
    await at(0)
    await expect(confirm(secrets)).not.toBeInViewport({ ratio: 1 })
    await host.page.keyboard.press('Enter')
    await expect(confirm(secrets)).toBeInViewport({ ratio: 1 })
    await expect(confirm(secrets)).toHaveText(/^Import 0xf39/)

    // As under the keyboard of a phone.
    await host.page.setViewportSize({ ...SMALLEST, height: 400 })
    const typed = await field(secrets).inputValue()
    await field(secrets).focus()
    await at(1_000)
    await expect(confirm(secrets)).toBeEnabled()
    await expect(field(secrets)).not.toBeInViewport({ ratio: 1 })
    await host.page.keyboard.insertText('00')
    await expect(field(secrets)).toBeInViewport({ ratio: 1 })
    await expect(field(secrets)).toHaveValue(typed)
    await confirmImport(host)
    await expect(field(secrets)).toBeHidden()
  })
})
