import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { moment } from './moment.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'

const RUNS = 15

/**
 * Navigation start → `ready`, each time in a fresh profile with empty caches, the site cross-site to the wallet origin.
 * Bare: `load` of an iframe of the wallet's site that holds a few words.
 */
export async function benchPageStart(lab: Lab): Promise<Row[]> {
  const [browser, stack] = [await lab.browser(), await lab.stack()]
  const words = stack.site.sameSite + stack.site.publish({ body: 'A few words' })
  const empty = stack.site.publish({
    body: `<iframe src="${words}" onload="window.loadedAt = performance.now()"></iframe>`,
  })
  const initScript = `addEventListener('vitrine:loaded', () =>
    vitrine.ready.then(() => { window.readyAt = performance.now() }))`

  const ours: number[] = []
  const bare: number[] = []
  // The first run only warms the server.
  for (let run = 0; run <= RUNS; run++) {
    const context = await browser.newContext()
    const host = await HostPage.open(context, stack, { initScript })
    await host.ready()
    const page = await context.newPage()
    await page.goto(stack.site.crossSite + empty)
    if (run > 0) {
      ours.push(await moment(host.page, 'readyAt'))
      bare.push(await moment(page, 'loadedAt'))
    }
    await context.close()
  }
  return [
    {
      what: 'page start → ready, empty caches, median',
      ours: ms(median(ours)),
      bare: { ...ms(median(bare)), name: 'load of an iframe with a few words' },
    },
  ]
}
