import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type EmbeddedWallet, type HeldWallet, isEmbedded } from '../session/held-wallet.ts'
import type { SessionSnapshot } from '../session/session.ts'

/** All of a chain, those of other wallet apps last. */
export const walletsOf = (
  snapshot: SessionSnapshot,
  chainType: HeldWallet['chainType'],
): readonly HeldWallet[] =>
  snapshot.status === 'authenticated' ? snapshot.wallets.filter(it => it.chainType === chainType) : []

/** Ethereum wallets of the session that were made here, by index: the accounts of its providers. */
export const ethereumWallets = (snapshot: SessionSnapshot): readonly EmbeddedWallet[] =>
  walletsOf(snapshot, 'ethereum').filter(isEmbedded)

/** Solana wallets of the session that were made here, by index: the accounts of its provider. */
export const solanaWallets = (snapshot: SessionSnapshot): readonly EmbeddedWallet[] =>
  walletsOf(snapshot, 'solana').filter(isEmbedded)

/** Addresses differ in case by their checksum only (EIP-55). */
export const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * The wallet that an operation means: the named one, by default Ethereum index 0.
 * @throws VitrineError `embedded_wallet_not_found`
 */
export function chooseWallet(snapshot: SessionSnapshot, address: string | undefined): HeldWallet {
  const found = walletsOf(snapshot, 'ethereum').find(it =>
    address === undefined ? it.walletIndex === 0 : isSameAddress(it.address, address),
  )
  if (found) return found
  throw clientError(
    'embedded_wallet_not_found',
    address === undefined
      ? 'The user has no Ethereum wallet yet. Call createWallet() first.'
      : 'The user has no wallet with this address.',
  )
}

/**
 * The Solana wallet with this address, in which case counts (base58).
 * @throws VitrineError `embedded_wallet_not_found`
 */
export function chooseSolanaWallet(snapshot: SessionSnapshot, address: string): HeldWallet {
  const found = walletsOf(snapshot, 'solana').find(it => it.address === address)
  if (found) return found
  throw clientError('embedded_wallet_not_found', 'The user has no Solana wallet with this address.')
}

/** A wallet of another app cannot be chosen to sign: that app would have to be asked. */
export const heldElsewhere = () =>
  clientError(
    'unsupported_wallet_type',
    'This wallet’s key is in another wallet app, which this one cannot sign with.',
  )
