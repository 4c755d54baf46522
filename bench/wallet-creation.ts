import type { HostPage } from '../e2e/fixtures/host-page.ts'
import type { Lab } from './lab.ts'
import { ms, type Row } from './row.ts'
import { median } from './statistics.ts'
import { CUSTODIES, type Custody, createWallet, createWalletSite, type WalletSite } from './wallet-page.ts'

const RUNS = 10

/**
 * `createWallet()` of somebody who has just logged in, until the page has the wallet: the first one with a new entropy,
 * then one of the other chain beside it. Each run has a new person in a fresh profile. Bare: a library makes a key.
 */
export async function benchWalletCreation(lab: Lab): Promise<Row[]> {
  const custodies = Object.keys(CUSTODIES) as Custody[]
  const sites: { custody: Custody; site: WalletSite; times: Times[] }[] = []
  for (const custody of custodies)
    sites.push({ custody, site: await createWalletSite(lab, custody), times: [] })
  // They take turns, so that what disturbs the machine disturbs both. The first run only warms the server.
  for (let run = 0; run <= RUNS; run++)
    for (const { site, times } of sites) {
      const measured = await measure(lab, site)
      if (run > 0) times.push(measured)
    }
  return sites.flatMap(({ custody, times }) => {
    const p50 = (name: keyof Times) => ms(median(times.map(it => it[name])))
    const { where } = CUSTODIES[custody]
    return [
      {
        what: `createWallet(), first, Ethereum, ${where}, p50`,
        ours: p50('first'),
        bare: { ...p50('viemWallet'), name: 'viem: twelve words and their key' },
      },
      {
        what: `createWallet(), Solana beside it, ${where}, p50`,
        ours: p50('beside'),
        bare: { ...p50('ed25519Key'), name: 'an Ed25519 key in the page' },
      },
    ]
  })
}

interface Times {
  readonly first: number
  readonly beside: number
  readonly viemWallet: number
  readonly ed25519Key: number
}

async function measure(lab: Lab, site: WalletSite): Promise<Times> {
  const context = await (await lab.browser()).newContext()
  const host = await site.open(context)
  const times = {
    first: (await createWallet(host, 'ethereum')).took,
    beside: (await createWallet(host, 'solana')).took,
    viemWallet: await libraryCall(host, 'viemWallet'),
    ed25519Key: await libraryCall(host, 'ed25519Key'),
  }
  await context.close()
  return times
}

const libraryCall = async (host: HostPage, name: 'viemWallet' | 'ed25519Key'): Promise<number> =>
  (await host.page.evaluate(`(async () => {
    const start = performance.now()
    await libraries.${name}()
    return performance.now() - start
  })()`)) as number
