import type { Frame, Page } from '@playwright/test'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { megabytes, type Row } from './row.ts'
import { settled, walletFrame } from './wallet-frame.ts'

/**
 * The frame's JavaScript heap after a collection, without the vault worker's: when ready, with the login screen, and
 * logged in with a wallet. Bare: an iframe of the wallet's site that holds a few words.
 */
export async function benchFrameMemory(lab: Lab): Promise<Row[]> {
  const [browser, stack] = [await lab.browser(), await lab.stack()]
  const context = await browser.newContext()
  const host = await (await HostPage.open(context, stack)).ready()
  await settled(host)
  const ready = await heapOf(host.page, walletFrame(host))
  const login = host.call('login')
  await host.email.waitFor()
  const open = await heapOf(host.page, walletFrame(host))
  await host.code.fill(await host.askForCode(`bench-${crypto.randomUUID()}@mail.example`))
  const outcome = await login
  if (!outcome.ok) throw new Error(outcome.error.message)
  const loggedIn = await heapOf(host.page, walletFrame(host))
  await context.close()

  const other = await browser.newContext()
  const page = await other.newPage()
  const src = stack.site.sameSite + stack.site.publish({ body: 'A few words' })
  await page.goto(stack.site.crossSite + stack.site.publish({ body: `<iframe src="${src}"></iframe>` }))
  const empty = page.frames()[1]
  if (!empty) throw new Error('The page has no iframe')
  const bare = { ...megabytes(await heapOf(page, empty)), name: 'iframe with a few words' }
  await other.close()
  return [
    { what: 'frame, JavaScript heap when ready and idle', ours: megabytes(ready), bare },
    { what: 'frame, JavaScript heap with the login screen', ours: megabytes(open), bare },
    { what: 'frame, JavaScript heap after login', ours: megabytes(loggedIn), bare },
  ]
}

/** Bytes. A cross-site frame is a target of its own. */
async function heapOf(page: Page, frame: Frame): Promise<number> {
  const session = await page.context().newCDPSession(frame)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')
  if (!used) throw new Error('Chromium did not report JSHeapUsedSize')
  return used.value
}
