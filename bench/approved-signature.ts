import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { moment, NOW } from './moment.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'
import { walletFrame } from './wallet-frame.ts'

const APPROVALS = 10

/**
 * The click on Approve → the signature in the page: vault, HTTP, the server's signer, the bridge back. Bare: one HTTP
 * request by the frame to its server.
 */
export async function benchApprovedSignature(lab: Lab): Promise<Row[]> {
  const context = await (await lab.browser()).newContext()
  const host = await (await HostPage.open(context, await lab.stack())).ready()
  await host.logIn(`bench-${crypto.randomUUID()}@mail.example`)
  const approved: number[] = []
  // The first one only warms up.
  for (let run = 0; run <= APPROVALS; run++) {
    const signing = host.evaluate<number>(
      `await vitrine.signMessage({ message: 'Order ' + args[0] }); return ${NOW}`,
      [run],
    )
    const approve = host.button('Approve')
    await approve.evaluate(button =>
      button.addEventListener(
        'click',
        () => Object.assign(window, { clickedAt: performance.timeOrigin + performance.now() }),
        { capture: true },
      ),
    )
    await approve.click()
    const signed = await signing
    if (!signed.ok) throw new Error(signed.error.message)
    if (run > 0) approved.push(signed.value - (await moment(walletFrame(host), 'clickedAt')))
  }
  const request = await measureRequest(host)
  await context.close()
  return [
    {
      what: 'Approve clicked → signature in the page, signed at the server, median',
      ours: ms(median(approved)),
      bare: { ...ms(request), name: 'one GET /health by the frame' },
    },
  ]
}

async function measureRequest(host: HostPage): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < APPROVALS; run++)
    times.push(
      await walletFrame(host).evaluate(async () => {
        const start = performance.now()
        await (await fetch('/health', { cache: 'no-store' })).text()
        return performance.now() - start
      }),
    )
  return median(times)
}
