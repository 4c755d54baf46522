import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import { type Notices, tellUnknown } from '../../config/tell-unknown.ts'
import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import { namedSigners } from '../delegates/named-signers.ts'
import type { ChainType } from './create-wallet.ts'

const createOptions = z.object({
  chainType: z.optional(z.enum(['ethereum', 'solana'])),
  walletIndex: z.optional(z.number()),
  createAdditional: z.optional(z.boolean()),
  additionalSigners: z._default(namedSigners, []),
})
export type CreateOptions = Omit<z.infer<typeof createOptions>, 'additionalSigners'>

/** @param given as the page gave it. @throws VitrineError `invalid_data` */
export function readCreateOptions(given: unknown, notices: Notices): z.infer<typeof createOptions> {
  const read = createOptions.safeParse(given)
  if (!read.success)
    throw clientError(
      'invalid_data',
      `createWallet: \`chainType\` is "ethereum" or "solana", \`walletIndex\` a number, \`createAdditional\` a boolean, and \`additionalSigners\` at most ${MAX_DELEGATES} of {signerId, policyIds?}.`,
    )
  tellUnknown(notices, 'createWallet', createOptions, given)
  return read.data
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
