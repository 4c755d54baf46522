import type { BrowserContext, CDPSession, Frame, Page } from '@playwright/test'
import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { configuredChain } from '../e2e/fixtures/anvil.ts'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import { withOwnApp } from '../e2e/fixtures/own-app.ts'
import type { Stack } from '../e2e/fixtures/stack.ts'
import type { Lab } from './lab.ts'
import { moment, NOW } from './moment.ts'
import { ms, type Row } from './row.ts'
import { startSlowNode } from './slow-node.ts'
import { median } from './statistics.ts'
import { walletFrame } from './wallet-frame.ts'

const RUNS = 3
/** A phone of some years, on a bad connection. */
const SLOWDOWN = 4
const REQUEST_MS = 1_500

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CALLS = {
  login: 'vitrine.login()',
  openAccount: 'vitrine.openAccount()',
  signMessage: "vitrine.signMessage({ message: 'Hello' })",
  sendTransaction: `vitrine.sendTransaction({ to: '${TO}', value: '1' })`,
}

/** In the frame: when a dialog stood in it, and when it was that of a screen. */
const WATCH = `if (window !== top) new MutationObserver(() => {
  const dialog = document.querySelector('[role=dialog]')
  if (!dialog) return
  window.shellAt ??= ${NOW}
  if (!dialog.ariaBusy) window.contentAt ??= ${NOW}
}).observe(document, { childList: true, subtree: true })`

/** The call right at `ready` → the card, and the screen in it: with a slow processor, and each file a long way off. */
export async function benchDialogOpen(lab: Lab): Promise<Row[]> {
  const anvil = await lab.keep(startAnvil(), started => started.stop())
  const node = await lab.keep(startSlowNode(anvil.url, 31_337, REQUEST_MS), started => started.stop())
  // A transaction is refused, and shows nothing, where no node can be asked.
  const stack = await withOwnApp(await lab.stack(), {
    chains: [configuredChain(node, 'Slow chain')],
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const browser = await lab.browser()
  const rows: Row[] = []
  for (const [name, call] of Object.entries(CALLS)) {
    const context = await browser.newContext()
    await context.addInitScript(WATCH)
    if (name !== 'login') {
      const host = await (await HostPage.open(context, stack)).ready()
      await host.logIn(`bench-${crypto.randomUUID()}@mail.example`)
      await host.page.close()
    }
    const times = { shell: [] as number[], content: [] as number[] }
    for (let run = 0; run < RUNS; run++) {
      const { shell, content } = await measure(context, stack, call)
      times.shell.push(shell)
      times.content.push(content)
    }
    await context.close()
    rows.push({
      what: `${name}() right at ready, ${SLOWDOWN} × slower, ${REQUEST_MS} ms a request → card, median`,
      ours: ms(median(times.shell)),
      bare: { ...ms(median(times.content)), name: 'its screen' },
      budget: { atMost: ms(100) },
    })
  }
  return rows
}

async function measure(context: BrowserContext, stack: Stack, call: string) {
  const page = await context.newPage()
  let isSlow = false
  await page.route(`${stack.wallet.origin}/**`, async route => {
    if (isSlow) await new Promise(resolve => setTimeout(resolve, REQUEST_MS))
    await route.continue().catch(() => {})
  })
  isSlow = true
  const host = await (await HostPage.open(context, stack, { page })).ready()
  const frame = walletFrame(host)
  const slowed = await slowDown(context, [page, frame])
  await page.evaluate(`(() => { window.calledAt = ${NOW}; ${call}.catch(() => {}) })()`)
  const [calledAt, shellAt, contentAt] = [
    await moment(page, 'calledAt'),
    await moment(frame, 'shellAt'),
    await moment(frame, 'contentAt'),
  ]
  await Promise.all(slowed.map(session => session.detach().catch(() => {})))
  await page.close()
  return { shell: shellAt - calledAt, content: contentAt - calledAt }
}

/** The frame may have a process of its own. */
async function slowDown(context: BrowserContext, targets: readonly (Page | Frame)[]): Promise<CDPSession[]> {
  const sessions: CDPSession[] = []
  for (const target of targets) {
    const session = await context.newCDPSession(target).catch(() => null)
    if (!session) continue
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    sessions.push(session)
  }
  return sessions
}
