import type { HeldOn } from '../portfolio/ports.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { ResolvedName } from './names/ens.ts'
import type { NameService } from './names/name-service.ts'

/**
 * Asks the chain's own node for a name; the code comes with the first one.
 * @throws VitrineError `service_unavailable`; the signal's reason when it aborts
 */
export async function resolveName(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  chain: HeldOn,
  service: NameService,
  name: string,
  signal: AbortSignal,
): Promise<ResolvedName> {
  if (chain.type === 'ethereum') {
    if (service !== 'ens') return { problem: 'noNames' }
    const [{ resolveEns }, networks] = await Promise.all([import('./names/ens.ts'), kernel.ethereum()])
    return resolveEns(networks.of(chain.id), name, signal)
  }
  if (service !== 'sns') return { problem: 'noNames' }
  const [{ resolveSns }, networks] = await Promise.all([import('./names/sns.ts'), kernel.solana()])
  const network = networks.of(chain.id)
  return network ? resolveSns(network, name, signal) : { problem: 'noAnswer' }
}
