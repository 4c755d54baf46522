import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import type { ChainType } from './create-wallet.ts'

export interface CreateOptions {
  readonly chainType?: ChainType | undefined
  readonly walletIndex?: number | undefined
  readonly createAdditional?: boolean | undefined
}

/** What a creation comes to: a wallet that is there already, or the index of the one to make. */
export type Creation =
  | { readonly existing: EmbeddedWallet }
  | { readonly walletIndex: number; readonly createAdditional: boolean }

const NAMES = { ethereum: 'Ethereum', solana: 'Solana' } as const

/**
 * The rules of specification §4 and §5 and contract §5, which hold before anything is asked of the server.
 * @param wallets of the chain that were made here, by index
 * @throws VitrineError `invalid_data`, `not_supported`, `embedded_wallet_already_exists`, `embedded_wallet_not_found`
 */
export function planCreation(
  { chainType = 'ethereum', walletIndex, createAdditional = false }: CreateOptions,
  wallets: readonly EmbeddedWallet[],
  config: Pick<EmbeddedWallets, 'mode' | 'requireUserOwnedRecoveryOnCreate'>,
): Creation {
  const isOnDevice = config.mode === 'legacy-embedded-wallets-only'
  const next = Math.max(-1, ...wallets.map(wallet => wallet.walletIndex ?? -1)) + 1
  if (walletIndex !== undefined && (!Number.isInteger(walletIndex) || walletIndex < 0))
    throw clientError('invalid_data', 'walletIndex must be an integer of 0 or more.')
  if (walletIndex !== undefined && !isOnDevice)
    throw clientError(
      'invalid_data',
      'walletIndex cannot be chosen for wallets whose keys the server holds. Use createAdditional instead.',
    )
  if (!isOnDevice && config.requireUserOwnedRecoveryOnCreate)
    throw clientError(
      'not_supported',
      'A recovery of the user’s own is not supported for wallets whose keys the server holds. Change the app’s config.',
    )

  if (walletIndex !== undefined) {
    const existing = wallets.find(wallet => wallet.walletIndex === walletIndex)
    if (existing) return { existing }
    if (next === 0 && walletIndex > 0) throw noneYet(chainType)
    if (walletIndex !== next)
      throw clientError('invalid_data', `The next ${NAMES[chainType]} wallet has the walletIndex ${next}.`)
    return { walletIndex, createAdditional: next > 0 }
  }
  if (wallets.length > 0 && !createAdditional)
    throw clientError(
      'embedded_wallet_already_exists',
      `The user already has ${chainType === 'ethereum' ? 'an Ethereum' : 'a Solana'} wallet. Pass createAdditional: true to create another.`,
    )
  if (wallets.length === 0 && createAdditional) throw noneYet(chainType)
  return { walletIndex: next, createAdditional }
}

const noneYet = (chainType: ChainType) =>
  clientError(
    'embedded_wallet_not_found',
    `There is no ${NAMES[chainType]} wallet yet to add another to. Call createWallet() without createAdditional first.`,
  )
