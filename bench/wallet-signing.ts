import type { Lab } from './lab.ts'
import { meanDurations } from './mean-duration.ts'
import { type Amount, type Budget, ms, type Row } from './row.ts'
import {
  bareSigning,
  CUSTODIES,
  type Custody,
  createWallet,
  createWalletSite,
  signing,
} from './wallet-page.ts'

/** Calls of a round. One user may ask the server's signer 600 times in ten minutes, the warm-up among them. */
const CALLS: Readonly<Record<Custody, number>> = { device: 200, server: 30 }

/**
 * A message signed without a screen, from the page's call to its answer: on the device by the vault's worker; at the
 * server by HTTP with the device's two proofs, the database and the signer process. Bare: the library in the page with
 * the key in a variable.
 */
export async function benchWalletSigning(lab: Lab): Promise<Row[]> {
  return [...(await measure(lab, 'device')), ...(await measure(lab, 'server'))]
}

async function measure(lab: Lab, custody: Custody): Promise<Row[]> {
  const context = await (await lab.browser()).newContext()
  const host = await (await createWalletSite(lab, custody)).open(context)
  const [ethereum, solana] = [await createWallet(host, 'ethereum'), await createWallet(host, 'solana')]
  const took = await meanDurations(
    host.page,
    {
      ethereum: signing(ethereum.address),
      viem: bareSigning('viem'),
      solana: signing(solana.address),
      ed25519: bareSigning('ed25519'),
      bridge: `vitrine.ethereum.request({ method: 'eth_chainId' })`,
    },
    CALLS[custody],
  )
  const ed25519By = await host.page.evaluate('libraries.ed25519By')
  await context.close()
  // For Solana as well: its bare operation takes less than a message to another document does.
  const budget: { budget?: Budget } =
    custody === 'device' ? { budget: { atMost: ms(2 * took.viem + took.bridge) } } : {}
  const row = (chain: string, ours: number, bare: Amount & { readonly name: string }): Row => ({
    what: `sign, ${chain}, ${CUSTODIES[custody].where}, mean`,
    ours: ms(ours),
    bare,
    ...budget,
  })
  return [
    row('Ethereum personal_sign', took.ethereum, {
      ...ms(took.viem),
      name: 'viem signMessage in the page',
    }),
    row('Solana signMessage', took.solana, {
      ...ms(took.ed25519),
      name: `${ed25519By} Ed25519 in the page`,
    }),
  ]
}
