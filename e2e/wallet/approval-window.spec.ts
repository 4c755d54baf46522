import type { FrameLocator, Page } from '@playwright/test'
import { recoverTypedDataAddress, verifyMessage } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { addButton, nextWindow, press, withoutClick, withWindows } from '../fixtures/approval-window.ts'
import { approveIn } from '../fixtures/approve-in.ts'
import type { HostPageOptions } from '../fixtures/host-page.ts'
import { test as base, expect, type Person } from '../fixtures/test.ts'

interface Fixtures {
  /** A page of an app whose approvals are in windows, of somebody who is `signedIn`. */
  open(options?: HostPageOptions): Promise<Person>
}

const test = base.extend<Fixtures>({
  open: async ({ signedIn, stack, keep }, use) => {
    const app = await keep('an app with windows', async () => ({
      ...(await withWindows(stack)),
      stop: async () => {},
    }))
    await use(async options => {
      const person = await signedIn(app, options)
      // Calls open windows from the moment on when the part of the script is there that does so, which this waits for.
      await person.host.evaluate('await vitrine.showInline(document.body, { signal: AbortSignal.abort() })')
      return person
    })
  },
})

/** Asks for a signature, and opens its window. */
async function ask({ host }: Person, message: string) {
  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message })
  // A page that is left never answers.
  signing.catch(() => {})
  const [popup] = await Promise.all([nextWindow(host.page.context()), host.button('Open wallet').click()])
  await expect(popup.getByText(message, { exact: true })).toBeVisible()
  return { signing, popup }
}

const isSigned = async (
  { account }: Person,
  message: string,
  { signing }: Awaited<ReturnType<typeof ask>>,
) => {
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await verifyMessage({ address: account, message, ...outcome.value })).toBe(true)
}

/** It has said what became of its request, and has closed itself. */
const isGone = (popup: Page) => expect.poll(() => popup.isClosed()).toBe(true)

const PERMIT = {
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: `0x${'a0'.repeat(20)}` },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const

test('a press of the page’s own button opens the window, and one press there approves', async ({ open }) => {
  const { host, account } = await open()
  const context = host.page.context()
  await addButton(host, 'vitrine.signMessage({ message: "I agree" })')
  const [popup, outcome] = await Promise.all([nextWindow(context), press(host)])
  await expect(popup.getByText(new URL(host.url).origin)).toBeVisible()
  await approveIn(popup)
  const { signature } = (await outcome()) as { signature: `0x${string}` }
  expect(await verifyMessage({ address: account, message: 'I agree', signature })).toBe(true)
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect(host.dialog).toBeHidden()
})

test('typed data by a provider’s request goes the same way', async ({ open }) => {
  const { host, account } = await open()
  const context = host.page.context()
  const request = { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(PERMIT)] }
  await addButton(host, `vitrine.ethereum.request(${JSON.stringify(request)})`)
  const [popup, outcome] = await Promise.all([nextWindow(context), press(host)])
  await approveIn(popup)
  const signature = (await outcome()) as `0x${string}`
  expect(await recoverTypedDataAddress({ ...PERMIT, signature })).toBe(account)
})

test('without a click the frame asks for one, and never approves by itself', async ({ open }) => {
  const { host, account } = await open({ initScript: withoutClick })
  const context = host.page.context()
  const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message: 'no click' })
  await expect(host.button('Open wallet')).toBeEnabled()
  await expect(host.button('Approve')).toHaveCount(0)
  expect(context.pages()).toHaveLength(1)
  const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
  await approveIn(popup)
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await verifyMessage({ address: account, message: 'no click', ...outcome.value })).toBe(true)
})

test('a sign-in to the asking site stays in the frame, and opens nothing', async ({ open }) => {
  const { host, account } = await open()
  const context = host.page.context()
  const { host: domain, origin } = new URL(host.url)
  const message = createSiweMessage({
    domain,
    address: account,
    uri: origin,
    version: '1',
    chainId: 1,
    nonce: 'abcdefgh1',
  })
  const outcome = await host.sign(message)
  expect(outcome.ok).toBe(true)
  expect(context.pages()).toHaveLength(1)
})

test('what is refused closes the window that the page opened for it', async ({ open }) => {
  const { host } = await open()
  const context = host.page.context()
  await addButton(host, 'vitrine.signMessage({ message: 7 })')
  const [popup] = await Promise.all([nextWindow(context), press(host)])
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('several requests have their windows one after another', async ({ open }) => {
  const { host } = await open()
  const context = host.page.context()
  const both = [host.call('signMessage', { message: 'first' })]
  await expect.poll(() => context.pages().length).toBe(2)
  both.push(host.call('signMessage', { message: 'second' }))
  await expect.poll(() => context.pages().length).toBe(3)
  const [, one, two] = context.pages()
  if (!one || !two) throw new Error('There are not two windows')
  const approvable = async () => {
    const live = await Promise.all([one, two].map(it => it.isClosed() || it.getByText('first').count()))
    return live.filter(count => count === 1).length
  }
  await expect.poll(approvable).toBe(1)
  const armed = (await one.getByText('first').count()) === 1 ? one : two
  await approveIn(armed)
  expect((await both[0])?.ok).toBe(true)
  await host.button('Reject').click()
  expect(await both[1]).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  await expect.poll(() => context.pages().length).toBe(1)
})

test('Approve is live once it has been seen for a while, in the window', async ({ open }) => {
  const { host } = await open()
  const context = host.page.context()
  await context.addInitScript(`
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
      const approve = [...document.querySelectorAll('button')].find(it => it.textContent.startsWith('Approve'))
      if (!approve) return
      performance.getEntriesByName('seen').length || requestAnimationFrame(startTime => performance.mark('seen', { startTime }))
      if (!approve.disabled && !performance.getEntriesByName('live').length) performance.mark('live')
    }).observe(document, { childList: true, subtree: true, attributes: true }))`)
  void host.call('signMessage', { message: 'how long' })
  const popup = await nextWindow(context)
  await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  const waited = await popup.evaluate(
    () =>
      (performance.getEntriesByName('live')[0]?.startTime ?? Number.NaN) -
      (performance.getEntriesByName('seen')[0]?.startTime ?? Number.NaN),
  )
  test.info().annotations.push({ type: 'ms until live', description: waited.toFixed(0) })
  console.info(`Approve was live after ${waited.toFixed(0)} ms`)
  // Both times are of the same clock, and the guard counts from no earlier frame than this.
  expect(waited).toBeGreaterThan(399)
})

/** Tries twice, and then gives up. @param frame the dialog's */
async function giveUp(frame: FrameLocator) {
  const open = frame.getByRole('button', { name: 'Open wallet' })
  const told = frame.getByRole('alert')
  await open.click()
  await expect(told).toContainText('The browser blocked the window. Allow pop-ups for this site')
  await open.click()
  await expect(told).toContainText('Your browser can’t open the wallet.')
  await expect(frame.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await frame.getByRole('button', { name: 'Close' }).click()
}

test.describe('where no window can be opened the person reads what to do, and the page why', () => {
  test('a blocker of pop-ups, until they are allowed', async ({ open }) => {
    const { host, account } = await open({ initScript: withoutClick })
    const context = host.page.context()
    const frame = host.walletFrame()
    await frame.evaluate('window.realOpen = open; window.open = () => null; void 0')
    const blocked = host.call('signMessage', { message: 'blocked' })
    await giveUp(host.frame)
    expect(await blocked).toMatchObject({
      ok: false,
      error: { code: 'approval_window_blocked', message: expect.stringContaining('Allow pop-ups') },
    })
    const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message: 'allowed' })
    await host.button('Open wallet').click()
    await expect(host.alert).toContainText('blocked the window')
    await frame.evaluate('window.open = realOpen; void 0')
    const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
    await expect(host.alert).toHaveCount(0)
    await approveIn(popup)
    const outcome = await signing
    if (!outcome.ok) throw new Error(outcome.error.message)
    expect(await verifyMessage({ address: account, message: 'allowed', ...outcome.value })).toBe(true)
  })

  test('an app’s own browser, which opens none for the page either', async ({ open }) => {
    const { host } = await open({ initScript: 'window.open = () => null' })
    const context = host.page.context()
    await host.walletFrame().evaluate('window.open = () => null; void 0')
    await addButton(host, 'vitrine.signMessage({ message: "in an app" }).catch(({ code }) => code)')
    const outcome = await press(host)
    await giveUp(host.frame)
    expect(await outcome()).toBe('approval_window_blocked')
    expect(context.pages()).toHaveLength(1)
  })

  test('a sandbox around the page', async ({ open }) => {
    const { host } = await open()
    const context = host.page.context()
    const { stack } = host
    const script = `<script src="${stack.wallet.origin}/vitrine.js" data-app-id="${stack.app.id}"></script>`
    const inner = stack.site.publish({ head: script })
    const outer = stack.site.publish({
      body: `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="${inner}"
        style="width: 100%; height: 700px"></iframe>`,
    })
    await host.page.goto(stack.site.crossSite + outer)
    const frame = host.page.frames().find(candidate => candidate.url().endsWith(inner))
    if (!frame) throw new Error('The page has no frame')
    await frame.evaluate('vitrine.ready.then()')
    await frame.evaluate(`window.outcome = vitrine.signMessage({ message: 'boxed' })
      .then(() => 'signed', ({ code, message }) => code + ': ' + message); void 0`)
    const dialog = host.page.frameLocator('iframe').frameLocator('iframe')
    await dialog.getByRole('button', { name: 'Open wallet' }).click()
    // The page hears it at once, while the user still reads why.
    expect(await frame.evaluate('window.outcome')).toMatch(/^approval_window_blocked: .*allow-popups/)
    await expect(dialog.getByRole('alert')).toContainText('This page doesn’t allow windows')
    await expect(dialog.getByRole('button', { name: 'Open wallet' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    expect(context.pages()).toHaveLength(1)
  })
})

test('a window closes when its page is left, and a page that comes back has its next request approved', async ({
  open,
}) => {
  const person = await open({ initScript: withoutClick })
  const { page } = person.host
  const { popup } = await ask(person, 'first')
  await page.goto('about:blank')
  await isGone(popup)
  await page.goBack()
  await page.evaluate('vitrine.ready.then()')
  const next = await ask(person, 'second')
  await approveIn(next.popup)
  await isSigned(person, 'second', next)
  await isGone(next.popup)
})

test.describe('on a page whose Cross-Origin-Opener-Policy cuts windows off', () => {
  const headers = { 'cross-origin-opener-policy': 'same-origin' }

  test('request and answer go by the server, which cannot read them', async ({ open, stack }) => {
    const { host, account } = await open({ headers, initScript: withoutClick })
    const context = host.page.context()
    const passed: string[] = []
    context.on('request', request => passed.push(`${request.url()} ${request.postData() ?? ''}`))
    const signing = host.call<{ signature: `0x${string}` }>('signMessage', { message: 'cut off' })
    const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
    await expect(popup.getByText('cut off', { exact: true })).toBeVisible()
    // The key is gone from the address, and was never sent.
    expect(new URL(popup.url()).hash).toBe('')
    const [stored] = await stack.query('select offer from approval_flows where claimed_at is not null')
    expect(String(stored?.offer)).toMatch(/^[\w-]{80,}$/)
    await approveIn(popup)
    const outcome = await signing
    if (!outcome.ok) throw new Error(outcome.error.message)
    expect(await verifyMessage({ address: account, message: 'cut off', ...outcome.value })).toBe(true)
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(passed.filter(it => it.includes('approval_flows'))).not.toEqual([])
    expect(passed.filter(it => it.includes('approval_flows') && it.includes('cut off'))).toEqual([])
  })

  test('a window that the page opens in vain closes itself, and Reject in the other one rejects', async ({
    open,
  }) => {
    const { host } = await open({ headers })
    const context = host.page.context()
    const signing = host.call('signMessage', { message: 'no' })
    const vain = await nextWindow(context)
    await expect.poll(() => vain.isClosed()).toBe(true)
    const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
    await popup.getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  })

  test('a window that is cut off waits for a server that restarts', async ({ open, stack }) => {
    const person = await open({ headers, initScript: withoutClick })
    const asked = await ask(person, 'restarted')
    await stack.restart('kill')
    await approveIn(asked.popup)
    await isSigned(person, 'restarted', asked)
    await isGone(asked.popup)
  })

  test('a window that is cut off does not send an answer twice whose reply was lost', async ({ open }) => {
    const person = await open({ headers, initScript: withoutClick })
    const asked = await ask(person, 'lost')
    let answers = 0
    await asked.popup.route('**/approval_flows/answer', async route => {
      answers++
      await route.fetch()
      await route.abort()
    })
    await approveIn(asked.popup)
    await isSigned(person, 'lost', asked)
    await isGone(asked.popup)
    expect(answers).toBe(1)
  })

  test('a window that is cut off closes when it is loaded again, and another one approves', async ({
    open,
  }) => {
    const person = await open({ headers, initScript: withoutClick })
    const { signing, popup } = await ask(person, 'again')
    await popup.reload()
    await isGone(popup)
    const [other] = await Promise.all([
      nextWindow(person.host.page.context()),
      person.host.button('Open wallet').click(),
    ])
    await approveIn(other)
    await isSigned(person, 'again', { signing, popup: other })
  })
})
