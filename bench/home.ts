import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { MULTICALL_CODE } from '@vitrine/shared/chains/testing/contract-codes.ts'
import { configuredChain, ETHER } from '../e2e/fixtures/anvil.ts'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import { withOwnApp } from '../e2e/fixtures/own-app.ts'
import { MULTICALL } from '../frame-app/portfolio/ethereum/read-calls.ts'
import type { Lab } from './lab.ts'
import { moment, NOW } from './moment.ts'
import { count, ms, type Row } from './row.ts'
import { startSlowNode } from './slow-node.ts'
import { median } from './statistics.ts'
import { settled, walletFrame } from './wallet-frame.ts'

const CHAINS = 5
const DELAY_MS = 1_500
const RUNS = 5

/** In the frame: when the home was first drawn, and when the balances of all chains were. */
const watch = (amount: string) => `addEventListener('DOMContentLoaded', () => {
  const look = () => {
    const text = document.body.textContent
    const read = text.split('${amount} ETH').length - 1
    requestAnimationFrame(() => {
      if (text.includes('Receive')) window.drawnAt ??= ${NOW}
      if (read >= ${CHAINS}) window.freshAt ??= ${NOW}
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
})`

/**
 * `openAccount()` → the home is drawn, → balances of five chains are as their nodes tell them, each answer of a node taking
 * 1.5 seconds. Bare: one answer of such a node.
 */
export async function benchHome(lab: Lab): Promise<Row[]> {
  const anvil = await lab.keep(startAnvil(), started => started.stop())
  await anvil.request('anvil_setCode', [MULTICALL, MULTICALL_CODE])
  const nodes = await Promise.all(
    Array.from({ length: CHAINS }, (_, index) =>
      lab.keep(startSlowNode(anvil.url, 31_337 + index, DELAY_MS), started => started.stop()),
    ),
  )
  const stack = await withOwnApp(await lab.stack(), {
    chains: nodes.map((node, index) => configuredChain(node, `Chain ${index + 1}`)),
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const context = await (await lab.browser()).newContext()
  const first = await (await HostPage.open(context, stack)).ready()
  const { user } = await first.logIn(`bench-${crypto.randomUUID()}@mail.example`)
  if (!user.wallet) throw new Error('The login made no wallet')
  const times = { drawn: [] as number[], fresh: [] as number[], requests: [] as number[] }
  // In the first run nothing is known yet; in the others the last known is another amount.
  for (let run = 0; run <= RUNS; run++) {
    const amount = 5 + run
    await anvil.fund(user.wallet.address, BigInt(amount) * ETHER)
    const host = await (await HostPage.open(context, stack, { initScript: watch(String(amount)) })).ready()
    await settled(host)
    for (const { asked } of nodes) asked.length = 0
    await host.page.evaluate(`(() => { window.calledAt = ${NOW}; vitrine.openAccount() })()`)
    const frame = walletFrame(host)
    const calledAt = await moment(host.page, 'calledAt')
    const freshAt = await moment(frame, 'freshAt')
    const drawnAt = await moment(frame, 'drawnAt')
    await host.page.close()
    if (run === 0) continue
    times.drawn.push(drawnAt - calledAt)
    times.fresh.push(freshAt - calledAt)
    times.requests.push(...nodes.map(({ asked }) => asked.filter(method => method === 'eth_call').length))
  }
  await context.close()
  return [
    { what: 'openAccount() → the home is drawn, with the last known, median', ours: ms(median(times.drawn)) },
    {
      what: `openAccount() → fresh balances of ${CHAINS} chains, median`,
      ours: ms(median(times.fresh)),
      bare: { ...ms(DELAY_MS), name: 'one answer of a node' },
      budget: { ratio: { atMost: 1.5 } },
    },
    {
      what: 'requests for the balances of one chain, at most',
      ours: count(Math.max(...times.requests)),
      budget: { atMost: count(1) },
    },
  ]
}
