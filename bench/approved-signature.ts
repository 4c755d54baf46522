import type { Frame } from '@playwright/test'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { moment } from './moment.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'
import { walletFrame } from './wallet-frame.ts'

const APPROVALS = 10

/**
 * The click on Approve → the signature has come from the server's signer: the vault's two signatures and the HTTP call.
 * The success tick that the person then sees is not counted. Bare: one GET by the frame to its server.
 */
export async function benchApprovedSignature(lab: Lab): Promise<Row[]> {
  const context = await (await lab.browser()).newContext()
  const host = await (await HostPage.open(context, await lab.stack())).ready()
  await host.logIn(`bench-${crypto.randomUUID()}@mail.example`)
  const frame = walletFrame(host)
  const approved: number[] = []
  // The first one only warms up.
  for (let run = 0; run <= APPROVALS; run++) {
    const signing = host.call('signMessage', { message: `Order ${run}` })
    const approve = host.button('Approve')
    await approve.evaluate(button =>
      button.addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), {
        capture: true,
      }),
    )
    await approve.click()
    const signed = await signing
    if (!signed.ok) throw new Error(signed.error.message)
    if (run > 0) approved.push((await lastSignatureAt(frame)) - (await moment(frame, 'clickedAt')))
  }
  const requests: number[] = []
  for (let run = 0; run < APPROVALS; run++) requests.push(await request(frame))
  await context.close()
  return [
    {
      what: 'Approve clicked → signed by the server, median',
      ours: ms(median(approved)),
      bare: { ...ms(median(requests)), name: 'one GET /health by the frame' },
    },
  ]
}

/** When the answer of the last signing call was there, in the frame's time. */
const lastSignatureAt = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const [last] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/rpc'))
      .slice(-1)
    return last ? last.startTime + last.duration : Number.NaN
  })

const request = (frame: Frame): Promise<number> =>
  frame.evaluate(async () => {
    const start = performance.now()
    await (await fetch('/health', { cache: 'no-store' })).text()
    return performance.now() - start
  })
