import { findAnvil } from '../shared/chains/anvil-binary.mjs'
import { findFreePort, requireFreePort } from './servers.mjs'

const PORT = '4402'

/**
 * Where the demo's local chain is to run: `VITRINE_CHAIN_PORT`, else 4402 or, where another program has that, a port that is
 * free. Its number means nothing to anybody but the shop.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} taken ports that the other servers are about to have
 * @returns {Promise<{binary: string, port: string, url: string} | null>} `null`: npm has no chain for this system, or `VITRINE_CHAIN=off`
 * @throws Error when the chosen port is taken
 */
export async function findChain({ VITRINE_CHAIN_PORT: chosen, VITRINE_CHAIN: wanted }, taken) {
  const binary = wanted === 'off' ? null : findAnvil()
  if (binary === null) return null
  if (chosen) await requireFreePort(Number(chosen), 'VITRINE_CHAIN_PORT')
  const port = chosen || String(await findFreePort(taken.includes(PORT) ? 0 : Number(PORT)))
  return { binary, port, url: `http://127.0.0.1:${port}` }
}
