import type { Browser } from '@playwright/test'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Stack } from '../e2e/fixtures/stack.ts'
import type { Lab } from './lab.ts'
import { moment, NOW } from './moment.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'
import { settled, walletFrame } from './wallet-frame.ts'

const RUNS = 12

/** In the frame: the moment at which an input first had the focus. */
const RECORD_FOCUS = `addEventListener('focusin', ({ target }) => {
  if (target.tagName === 'INPUT') window.focusedAt ??= ${NOW} })`

/**
 * The first `login()` of a page → the email input has the focus: at the very moment of `ready`, and once the browser
 * was idle. Bare: a page lets an input of a bare cross-site iframe take the focus by `postMessage`.
 */
export async function benchLoginFocus(lab: Lab): Promise<Row[]> {
  const [browser, stack] = [await lab.browser(), await lab.stack()]
  const rows = { atReady: [] as number[], idle: [] as number[], bare: [] as number[] }
  // The first run only warms the server.
  for (let run = 0; run <= RUNS; run++) {
    const times = {
      atReady: await measureLogin(browser, stack, 'at once'),
      idle: await measureLogin(browser, stack, 'when idle'),
      bare: await measureBare(browser, stack),
    }
    if (run === 0) continue
    rows.atReady.push(times.atReady)
    rows.idle.push(times.idle)
    rows.bare.push(times.bare)
  }
  const bare = { ...ms(median(rows.bare)), name: 'bare iframe focuses its input' }
  return [
    {
      what: 'login() when idle → email input focused, median',
      ours: ms(median(rows.idle)),
      bare,
      budget: { atMost: ms(25) },
    },
    {
      what: 'login() right at ready → email input focused, median',
      ours: ms(median(rows.atReady)),
      bare,
      budget: { atMost: ms(100) },
    },
  ]
}

async function measureLogin(browser: Browser, stack: Stack, when: 'at once' | 'when idle'): Promise<number> {
  const context = await browser.newContext()
  const logIn = `(() => { window.calledAt = ${NOW}; vitrine.login().catch(() => {}) })`
  const host = await HostPage.open(context, stack, {
    initScript: `${RECORD_FOCUS}
      addEventListener('vitrine:loaded', () => vitrine.ready.then(${when === 'at once' ? logIn : '() => {}'}))`,
  })
  await host.ready()
  if (when === 'when idle') {
    await settled(host)
    await host.page.evaluate(`${logIn}()`)
  }
  const frame = walletFrame(host)
  const focusedAt = await moment(frame, 'focusedAt')
  const calledAt = await moment(host.page, 'calledAt')
  await context.close()
  return focusedAt - calledAt
}

async function measureBare(browser: Browser, stack: Stack): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const inner = stack.site.publish({
    body: `<input><script>${RECORD_FOCUS}
      addEventListener('message', () => document.querySelector('input').focus())</script>`,
  })
  const outer = stack.site.publish({ body: `<iframe src="${stack.site.sameSite}${inner}"></iframe>` })
  await page.goto(stack.site.crossSite + outer)
  await page.evaluate(`(() => {
    window.calledAt = ${NOW}
    const iframe = document.querySelector('iframe')
    iframe.focus()
    iframe.contentWindow.postMessage('focus', '*')
  })()`)
  const frame = page.frames()[1]
  if (!frame) throw new Error('The page has no iframe')
  const focusedAt = await moment(frame, 'focusedAt')
  const calledAt = await moment(page, 'calledAt')
  await context.close()
  return focusedAt - calledAt
}
