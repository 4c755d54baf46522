import type { Address, EthereumNetworks } from '../../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { toApprovalFailure } from '../../approval-failure.ts'
import type { Reviewed } from '../../flow/approval-flow.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import {
  type AuthorizationInput,
  explainAuthorization,
  isTakenBack,
} from '../explain/explain-authorization.ts'
import { gatherFacts, NO_FACTS } from '../reads/facts.ts'
import { noteFailedLookups } from './lookups.ts'

export interface AuthorizationTask {
  readonly wallet: HeldWallet
  readonly authorization: AuthorizationInput
}

/**
 * Reads to whom an EIP-7702 authorization gives the account.
 * @throws the signal's reason when it aborts
 */
export async function reviewAuthorization(
  kernel: Pick<Kernel, 'ethereum' | 'config' | 'hostOrigin'>,
  { wallet, authorization }: AuthorizationTask,
  signal: AbortSignal,
): Promise<Reviewed<ReviewBase>> {
  try {
    const owner = wallet.address as Address
    const { contract, chainId } = authorization
    const network = networkOf(await kernel.ethereum(), chainId)
    const needed = { tokens: [], accounts: isTakenBack(authorization) ? [] : [contract] }
    const facts = network
      ? await gatherFacts(network, { wallet: owner, ...needed, calls: [] }, signal)
      : NO_FACTS
    const explained = explainAuthorization(authorization, facts)
    const networkName = chainId === 0 ? null : (network?.chain.name ?? String(chainId))
    return {
      ok: true,
      review: { explanation: noteFailedLookups(explained, needed, facts), cost: null, networkName },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toApprovalFailure(error), explanation: null }
  }
}

/** For every chain (0), the site's own one is looked at. */
function networkOf(networks: EthereumNetworks, chainId: number) {
  const id = chainId === 0 ? networks.current.get() : chainId
  return networks.chains.some(chain => chain.id === id) ? networks.of(id) : null
}
