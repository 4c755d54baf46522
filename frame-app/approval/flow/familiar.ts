import type { Address, EthereumNetworks } from '../../chains/ethereum/ports.ts'

/** Whom the person has to do with: their wallet, and those to whom something was sent from this browser. */
export function knownAddressesOf(
  wallet: Address,
  { sent }: Pick<EthereumNetworks, 'sent'>,
): readonly string[] {
  return [wallet, ...new Set(sent.get().flatMap(({ to }) => (to === null ? [] : [to])))]
}
