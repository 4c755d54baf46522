import type { Frame, Page } from '@playwright/test'
import { nextWindow, withWindows } from '../e2e/fixtures/approval-window.ts'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { moment } from './moment.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'
import { walletFrame } from './wallet-frame.ts'

const APPROVALS = 9

/** In each document: how long after the first frame that has it in it Approve can be pressed, in ms. */
const WATCH = `addEventListener('DOMContentLoaded', () => {
  let known
  let shownAt
  const look = () => {
    const approve = [...document.querySelectorAll('button')].find(it => it.textContent.startsWith('Approve'))
    if (approve !== known) {
      known = approve
      shownAt = undefined
      delete window.liveAfter
      requestAnimationFrame(at => { shownAt ??= at })
    }
    if (approve && !approve.disabled && shownAt !== undefined) window.liveAfter ??= performance.now() - shownAt
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
})`

/** Approve is seen → Approve can be pressed, in the wallet's window and in the frame of a page. */
export async function benchApproveLive(lab: Lab): Promise<Row[]> {
  const stack = await lab.stack()
  const browser = await lab.browser()
  const rows: Row[] = []
  for (const [surface, site] of [
    ['window', await withWindows(stack)],
    ['frame', stack],
  ] as const) {
    const context = await browser.newContext()
    await context.addInitScript(WATCH)
    const host = await (await HostPage.open(context, site)).ready()
    await host.logIn(`bench-${crypto.randomUUID()}@mail.example`)
    const waits: number[] = []
    // The first one only warms up.
    for (let run = 0; run <= APPROVALS; run++) {
      const opening = surface === 'window' ? nextWindow(context) : null
      const signing = host.call('signMessage', { message: `Order ${run}` })
      const popup: Page | null = await opening
      const shown: Page | Frame = popup ?? walletFrame(host)
      const waited = await moment(shown, 'liveAfter')
      if (run > 0) waits.push(waited)
      const approve = popup ? popup.getByRole('button', { name: 'Approve' }) : host.button('Approve')
      await approve.click()
      const signed = await signing
      if (!signed.ok) throw new Error(signed.error.message)
    }
    await context.close()
    rows.push({
      what: `Approve seen → can be pressed, in the ${surface}, median`,
      ours: ms(median(waits)),
      budget: { atMost: ms(500) },
    })
  }
  return rows
}
