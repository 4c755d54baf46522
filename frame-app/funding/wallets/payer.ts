import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import { isSameAccount } from '../../external-wallets/same-account.ts'
import { type HeldWallet, isEmbedded } from '../../session/held-wallet.ts'
import { usableWallets } from '../../session/usable-wallets.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'

/** A wallet that could pay, as a person knows it. */
export interface Payer {
  readonly wallet: HeldWallet
  readonly name: string
  /** `data:` address, for an `<img>` alone. */
  readonly icon: string | null
}

/** The families whose wallets can pay: over a bridge an Ethereum wallet pays for Solana too. */
export const payingFamilies = ({
  chainType,
  isBridgingEnabled,
}: Pick<FundingRequest, 'chainType' | 'isBridgingEnabled'>): readonly HeldWallet['chainType'][] =>
  chainType === 'solana' && isBridgingEnabled ? ['solana', 'ethereum'] : [chainType]

/** The person's wallets besides the one that is funded: those that are connected first. */
export function payersOf(
  kernel: Pick<Kernel, 'session' | 'connected'>,
  wallets: Pick<ExternalWallets, 'connectionOf'>,
  request: FundingRequest,
): readonly Payer[] {
  const families = payingFamilies(request)
  const payers = usableWallets(kernel)
    .filter(it => families.includes(it.chainType) && !isSameAccount(it.address, request.address))
    .map(wallet => payerOf(wallet, wallets))
  return [
    ...payers.filter(({ wallet }) => !isEmbedded(wallet)),
    ...payers.filter(it => isEmbedded(it.wallet)),
  ]
}

/** How a wallet is shown: by its app's own name, or by its place among those that were made here. */
export function payerOf(wallet: HeldWallet, wallets: Pick<ExternalWallets, 'connectionOf'>): Payer {
  if (isEmbedded(wallet)) return { wallet, name: embeddedName(wallet), icon: null }
  const meta = wallets.connectionOf(wallet.address, wallet.chainType)?.meta
  return { wallet, name: meta?.name ?? wallet.walletClientType, icon: meta?.icon ?? null }
}

function embeddedName({ chainType, walletIndex, imported }: HeldWallet): string {
  if (imported) return say('account.importedWallet')
  // One that was made before its person came has no index.
  const index = walletIndex ?? 0
  const number = { number: index + 1 }
  if (chainType === 'solana')
    return index === 0 ? say('account.solanaWallet') : say('account.solanaWalletNumber', number)
  return index === 0 ? say('account.wallet') : say('account.walletNumber', number)
}
