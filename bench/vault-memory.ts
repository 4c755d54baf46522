import type { Lab } from './lab.ts'
import { megabytes, type Row } from './row.ts'
import { walletFrame } from './wallet-frame.ts'
import { createWallet, createWalletSite, signing } from './wallet-page.ts'
import { openWorkerHeap } from './worker-heap.ts'

const WARM_UP = 1000
const SIGNATURES = 1000

/**
 * What the vault's worker holds after a collection, before and after 1,000 signatures with an on-device wallet of each
 * chain. The engine compiles during the warm-up, which costs memory once; a leak of 150 bytes per signature misses the
 * budget.
 */
export async function benchVaultMemory(lab: Lab): Promise<Row[]> {
  const context = await (await lab.browser()).newContext()
  const host = await (await createWalletSite(lab, 'device')).open(context)
  const wallets = {
    Ethereum: await createWallet(host, 'ethereum'),
    Solana: await createWallet(host, 'solana'),
  }
  const sign = (address: string, times: number) =>
    host.page.evaluate(`(async () => { for (let i = 0; i < ${times}; i++) await ${signing(address)} })()`)
  const heap = await openWorkerHeap(walletFrame(host))
  const rows: Row[] = []
  for (const [chain, { address }] of Object.entries(wallets)) {
    // Right before: of code that rests for a while the engine throws away what it compiled.
    await sign(address, WARM_UP)
    const before = await heap.measure()
    await sign(address, SIGNATURES)
    rows.push({
      what: `vault worker, heap after ${SIGNATURES.toLocaleString('en')} signatures, ${chain}`,
      ours: megabytes(await heap.measure()),
      bare: { ...megabytes(before), name: 'before them' },
      budget: { ratio: { atMost: 1.03 } },
    })
  }
  await context.close()
  return rows
}
