import type { Locator, Page } from '@playwright/test'
import { nextWindow, withoutClick, withWindows } from './fixtures/approval-window.ts'
import { approveIn } from './fixtures/approve-in.ts'
import { ATTACKS, END, FURTHER_ATTACKS, start } from './fixtures/attacks.ts'
import type { HostPage, Outcome } from './fixtures/host-page.ts'
import { expectInSight, SMALLEST } from './fixtures/in-sight.ts'
import { test as base, expect, type Person } from './fixtures/test.ts'

/** Forty windows would take a minute. The frame opens them again once a test says so. */
const NO_WINDOWS =
  'const real = window.open; window.open = (...all) => (window.noWindows ? null : real.apply(window, all))'

/**
 * A page tries to have a press of the person sign what they could not read. Each attack is tried on both surfaces: on the
 * window, which is what an operator has by default, and on the frame, as far as the frame is claimed to hold.
 */
const test = base.extend<{
  hostile: { host: HostPage; account: string; signed: readonly string[] }
  inFrame: { host: HostPage; account: string; signed: readonly string[] }
}>({
  hostile: async ({ signedIn, stack, keep }, use) => {
    const app = await keep('an app with windows', async () => ({
      ...(await withWindows(stack)),
      stop: async () => {},
    }))
    await use(watched(await signedIn(app, { initScript: `${withoutClick};${NO_WINDOWS}` })))
  },
  inFrame: async ({ signedIn }, use) => use(watched(await signedIn())),
})

/** With what asks the server for a signature from now on. */
function watched(person: Person) {
  const signed: string[] = []
  person.host.page.context().on('request', request => {
    if (request.url().endsWith('/rpc')) signed.push(request.url())
  })
  return { ...person, signed }
}

/** An unlimited permit for a stranger (ERC-2612), as it was signed with one press once. */
const permit = (owner: string) => ({
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: {
    owner,
    spender: `0x${'66'.repeat(20)}`,
    value: String(2n ** 256n - 1n),
    nonce: '0',
    deadline: String(2n ** 256n - 1n),
  },
})

async function middleOf(button: Locator) {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is nowhere')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** Presses with a real pointer and a real key where the button was, and where it is now. */
async function pressEverywhere(page: Page, button: Locator, was: { x: number; y: number }) {
  await page.mouse.click(was.x, was.y)
  // Not there any more where the press ended the request.
  const box = await button.boundingBox({ timeout: 500 }).catch(() => null)
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.keyboard.press('Enter')
}

/** A press beside the card, or on Reject, has ended the request; else it is rejected now. */
async function leave(host: HostPage, signing: Promise<Outcome<unknown>>) {
  const reject = host.button('Reject')
  if (await reject.isVisible()) await reject.click()
  expect((await signing).ok).toBe(false)
}

test('a permit behind a mask that shows the button alone, from the first moment on, is not signed', async ({
  hostile: { host, account, signed },
}) => {
  const context = host.page.context()
  await host.page.addStyleTag({
    content:
      'dialog.vitrine, dialog.vitrine iframe { mask: linear-gradient(transparent 60%, #000 60%) !important }',
  })
  const signing = host.call('signTypedData', permit(account))
  await expect(host.button('Open wallet')).toBeVisible()
  await expect(host.button('Approve')).toHaveCount(0)
  const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
  // What the page hides stands in the window, on the button itself too.
  await expect(popup.getByRole('list', { name: 'Warning' })).toContainText('can take all your')
  await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toHaveAccessibleDescription(
    /Let 0x666…6666 spend all/,
  )
  // All that counts is in sight in the smallest window too.
  await popup.setViewportSize(SMALLEST)
  await expectInSight(popup, {
    read: [
      popup.getByRole('listitem').first(),
      popup.getByRole('region', { name: 'Gives permission' }).getByText('Unlimited').first(),
    ],
    pressed: [
      popup.getByRole('button', { name: 'Reject' }),
      popup.getByRole('button', { name: 'Approve', exact: true }),
    ],
  })
  await popup.getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  expect(signed).toEqual([])
})

for (const [name, attacks] of [
  ['in the window’s surface no attack on the frame signs anything', ATTACKS],
  ['in the window’s surface no newer or forgotten rule signs anything', FURTHER_ATTACKS],
] as const)
  test(name, async ({ hostile: { host, account, signed } }) => {
    const context = host.page.context()
    test.setTimeout(120_000)
    const button = host.button('Open wallet')
    const frame = host.walletFrame()
    await frame.evaluate('window.noWindows = true')
    for (const attack of attacks)
      await test.step(attack.name, async () => {
        const signing = host.call('signTypedData', permit(account))
        await expect(button).toBeEnabled()
        const middle = await middleOf(button)
        await host.page.evaluate(start(attack, middle))
        await pressEverywhere(host.page, button, middle)
        await host.page.evaluate(END)
        await expect(host.button('Approve')).toHaveCount(0)
        expect(signed).toEqual([])
        await leave(host, signing)
      })
    await frame.evaluate('window.noWindows = false')
    const signing = host.call('signTypedData', permit(account))
    const [popup] = await Promise.all([nextWindow(context), button.click()])
    await approveIn(popup)
    expect((await signing).ok).toBe(true)
    expect(signed).toHaveLength(1)
  })

for (const [name, attacks] of [
  ['in the frame’s surface no attack that a browser can notice signs anything', ATTACKS],
  [
    'in the frame’s surface no newer or forgotten rule that a browser can notice signs anything',
    FURTHER_ATTACKS,
  ],
] as const)
  test(name, async ({ inFrame: { host, signed } }) => {
    test.setTimeout(120_000)
    const approve = host.button('Approve')
    for (const attack of attacks.filter(it => !it.isUnseenByFrame && !it.showsAll))
      await test.step(attack.name, async () => {
        const signing = host.call('signMessage', { message: 'I owe you everything' })
        // Each attack has a button before it that a person could press.
        await expect(approve).toBeEnabled()
        const middle = await middleOf(approve)
        await host.page.evaluate(start(attack, middle))
        await expect(approve).toBeDisabled()
        await pressEverywhere(host.page, approve, middle)
        await host.page.evaluate(END)
        expect(signed).toEqual([])
        await leave(host, signing)
      })
    expect((await host.sign('I owe you nothing')).ok).toBe(true)
    expect(signed).toHaveLength(1)
  })

const MOMENTS: readonly {
  readonly name: string
  run(host: HostPage, at: { x: number; y: number }): Promise<void>
}[] = [
  {
    name: 'resizing',
    async run(host, { x, y }) {
      const { page } = host
      const size = page.viewportSize() ?? { width: 1280, height: 720 }
      const heard = host
        .walletFrame()
        .evaluate('new Promise(it => addEventListener("resize", it, { once: true })).then()')
      await page.setViewportSize({ width: size.width - 2, height: size.height })
      await heard
      await page.mouse.click(x - 1, y)
      await page.setViewportSize(size)
    },
  },
  {
    name: 'a window in front that goes with the press',
    async run(host, { x, y }) {
      const { page } = host
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate('void (window.front = open("about:blank", "_blank", "popup,width=400,height=400"))'),
      ])
      // Playwright has every page believe that it has the focus: the frame is told by hand what a browser tells it.
      const frame = host.walletFrame()
      await frame.evaluate('void dispatchEvent(new Event("blur"))')
      await Promise.all([popup.waitForEvent('close'), page.evaluate('window.front.close()')])
      await frame.evaluate('void dispatchEvent(new Event("focus"))')
      await page.mouse.click(x, y)
    },
  },
  {
    name: 'focus that is stolen while Enter is held',
    async run({ page }) {
      await page.evaluate(`{
        const field = document.body.appendChild(document.createElement('input'))
        field.className = 'attack'
        field.focus()
      }`)
      await page.keyboard.down('Enter')
      await page.evaluate('document.querySelector("dialog.vitrine iframe").focus()')
      for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
    },
  },
  {
    name: 'printing',
    async run(host, { x, y }) {
      const frame = host.walletFrame()
      const size = () => frame.evaluate('innerWidth + "x" + innerHeight')
      const before = await size()
      // A browser without windows prints without a word to the page: it is told by hand what others tell it.
      await frame.evaluate('void dispatchEvent(new Event("beforeprint"))')
      await host.page.pdf()
      await frame.evaluate('void dispatchEvent(new Event("afterprint"))')
      // The paper's size is the frame's for a moment, and another button stands where the press goes.
      await expect.poll(size).toBe(before)
      await host.page.mouse.click(x, y)
    },
  },
]

/**
 * Keeps the guard from coming on again, from now until `COMES_ON`: on a machine that has much to do a press is no longer one of
 * that moment when it lands.
 */
const STAYS_OFF = `{
  const real = window.setTimeout
  const held = []
  window.setTimeout = (run, ms, ...given) => ms > 200 ? (held.push(() => run(...given)), -1) : real(run, ms, ...given)
  window.comeOn = () => {
    window.setTimeout = real
    for (const run of held) run()
  }
}`
const COMES_ON = 'window.comeOn()'

/** What the frame hears of a tenth of a second later: only the window stops a press before that. */
const SWIFT: typeof MOMENTS = [
  {
    name: 'closing and reopening the dialog',
    async run({ page }, { x, y }) {
      await page.evaluate(
        '{ const it = document.querySelector("dialog.vitrine"); it.close(); it.showModal(); void 0 }',
      )
      await page.mouse.click(x, y)
    },
  },
  {
    name: 'moving under the pointer',
    async run({ page }, { x, y }) {
      await page.mouse.move(x, y + 90)
      await page.evaluate(
        'document.querySelector("dialog.vitrine").style.setProperty("top", "90px", "important")',
      )
      await page.mouse.click(x, y + 90)
      await page.evaluate(
        'document.querySelector("dialog.vitrine").style.setProperty("top", "0px", "important")',
      )
    },
  },
]

for (const { name, run } of MOMENTS)
  test(`in the frame’s surface a press at the moment of ${name} signs nothing`, async ({
    inFrame: { host, signed },
  }) => {
    const signing = host.call('signMessage', { message: 'I owe you everything' })
    const approve = host.button('Approve')
    await expect(approve).toBeEnabled()
    const frame = host.walletFrame()
    await frame.evaluate(STAYS_OFF)
    await run(host, await middleOf(approve))
    // A round trip through the frame: what a press had started would have been sent by now.
    await approve.evaluate(() => new Promise(requestAnimationFrame))
    expect(signed).toEqual([])
    await frame.evaluate(COMES_ON)
    await host.approve()
    expect((await signing).ok).toBe(true)
  })

for (const { name, run } of [...MOMENTS, ...SWIFT])
  test(`in the window’s surface a press at the moment of ${name} signs nothing`, async ({
    hostile: { host, account, signed },
  }) => {
    await host.walletFrame().evaluate('window.noWindows = true')
    const signing = host.call('signTypedData', permit(account))
    const button = host.button('Open wallet')
    await expect(button).toBeEnabled()
    await run(host, await middleOf(button))
    await expect(host.button('Approve')).toHaveCount(0)
    await leave(host, signing)
    expect(signed).toEqual([])
  })

test('a press that brings the focus into the frame approves nothing: a window may have been in front of it', async ({
  inFrame: { host, signed },
}) => {
  const signing = host.call('signMessage', { message: 'out of focus' })
  const approve = host.button('Approve')
  await expect(approve).toBeEnabled()
  const at = await middleOf(approve)
  const frame = host.walletFrame()
  // The page has taken the focus away, so that the frame is not told of windows that come and go; the wait is over since then.
  await approve.evaluate(button => {
    const waited = new Promise<void>(resolve => {
      let wasOff = false
      new MutationObserver(() => {
        const isOff = (button as HTMLButtonElement).disabled
        if (wasOff && !isOff) resolve()
        wasOff ||= isOff
      }).observe(button, { attributes: true })
    })
    Object.assign(window, { waited })
  })
  await host.page.evaluate('document.activeElement.blur()')
  await frame.evaluate('window.waited')
  await frame.evaluate(STAYS_OFF)
  await host.page.mouse.click(at.x, at.y)
  await approve.evaluate(() => new Promise(requestAnimationFrame))
  expect(signed).toEqual([])
  await frame.evaluate(COMES_ON)
  await host.approve()
  expect((await signing).ok).toBe(true)
})

test('a double click whose first click opens the dialog approves nothing', async ({
  inFrame: { host, signed },
}) => {
  const first = host.call('signMessage', { message: 'where is it' })
  const at = await middleOf(host.button('Approve'))
  await host.button('Reject').click()
  await first
  // Until then the frame lies there still, and would have the first click.
  await host.page.waitForFunction('!vitrine.state.isOpen')
  await host.page.evaluate(`document.addEventListener('click', () => {
    window.second = vitrine.signMessage({ message: 'double' }).catch(() => 'rejected')
  }, { once: true })`)
  await host.page.mouse.dblclick(at.x, at.y)
  await expect(host.button('Approve')).toBeEnabled()
  expect(signed).toEqual([])
  await host.button('Reject').click()
  expect(await host.page.evaluate('window.second')).toBe('rejected')
})

test('the second click of a slow double click approves nothing, though Approve is live by then', async ({
  inFrame: { host, signed },
}) => {
  const approve = host.button('Approve')
  const signing = host.call('signMessage', { message: 'slowly' })
  await expect(approve).toBeEnabled()
  const { x, y } = await middleOf(approve)
  // As a browser counts clicks that come within the system's own time, wherever the first of them landed.
  await host.page.mouse.move(x, y)
  await host.page.mouse.down({ clickCount: 2 })
  await host.page.mouse.up({ clickCount: 2 })
  await approve.evaluate(() => new Promise(requestAnimationFrame))
  expect(signed).toEqual([])
  await host.approve()
  expect((await signing).ok).toBe(true)
})

test('a window that the page makes too small to read approves nothing, and says why', async ({
  hostile: { host },
}) => {
  const context = host.page.context()
  void host.call('signMessage', { message: 'small' })
  const [popup] = await Promise.all([nextWindow(context), host.button('Open wallet').click()])
  const approve = popup.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeEnabled()
  await popup.setViewportSize({ width: 200, height: 150 })
  await expect(approve).toBeDisabled()
  await expect(popup.getByText('Make this window larger')).toBeAttached()
  await popup.setViewportSize({ width: 460, height: 720 })
  await expect(approve).toBeEnabled()
})

test('of ten windows that the page opens one can be approved in', async ({ hostile: { host, signed } }) => {
  const context = host.page.context()
  const signing = host.call('signMessage', { message: 'ten' })
  await expect(host.button('Open wallet')).toBeVisible()
  const address = `${host.stack.wallet.origin}/apps/${host.stack.app.id}/approve#page`
  await host.page.evaluate(
    `for (let n = 0; n < 10; n++) open(${JSON.stringify(address)}, '_blank', 'popup'); void 0`,
  )
  await expect.poll(() => context.pages().length).toBe(11)
  const armed = async () => {
    const counts = await Promise.all(
      context
        .pages()
        .slice(1)
        .map(it => it.getByRole('button', { name: 'Approve', exact: true }).count()),
    )
    return counts.filter(count => count > 0).length
  }
  await expect.poll(armed).toBe(1)
  expect(signed).toEqual([])
  await host.button('Reject').click()
  expect((await signing).ok).toBe(false)
})
