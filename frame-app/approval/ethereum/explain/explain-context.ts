import type { Address, EthereumChain, EthereumNetworks } from '../../../chains/ethereum/ports.ts'
import type { EmbeddedWallets } from '../../../config/embedded-wallets.ts'
import { knownRecipients } from '../../../recipients/known-recipients.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import type { Facts } from '../reads/facts.ts'

/** What an explanation is written from, beside the request itself. */
export interface ExplainContext {
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly wallet: Address
  /** The account that makes the calls, e.g. a Safe; absent: the wallet itself. */
  readonly account?: Address
  readonly chain: EthereumChain
  readonly priceDisplay: EmbeddedWallets['priceDisplay']
  readonly facts: Facts
  /** See `knownAddressesOf`: a different address that looks like one of them is warned of. */
  readonly knownAddresses: readonly string[]
  /** The person's other wallets that were made here. */
  readonly ownAddresses?: readonly string[]
  /** Whether the values of a call that nothing explains are laid out (contract §4.3 `extendedCalldataDecoding`). */
  readonly isExtended: boolean
}

/** The account whose assets the calls move. */
export const actorOf = ({ account, wallet }: ExplainContext): Address => account ?? wallet

/** The same context for calls that this account makes. */
export function inNameOf(context: ExplainContext, account: Address): ExplainContext {
  const { account: _, ...own } = context
  return isSame(account, context.wallet) ? own : { ...own, account }
}

export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The wallet itself, and every address to which something was sent from this browser. */
export function knownAddressesOf(
  wallet: Address,
  { sent }: Pick<EthereumNetworks, 'sent'>,
  recipients: Kernel['recipients'],
): readonly string[] {
  const called = sent.get().flatMap(({ to }) => (to === null ? [] : [to]))
  return [wallet, ...new Set([...called, ...knownRecipients(recipients, 'ethereum')])]
}
