import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { SessionSnapshot } from '../kernel/ports.ts'

/** Ethereum wallets of the session, by index. */
export const ethereumWallets = (snapshot: SessionSnapshot): readonly Wallet[] =>
  snapshot.status === 'authenticated' ? snapshot.wallets.filter(it => it.chainType === 'ethereum') : []

/** Solana wallets of the session, by index. */
export const solanaWallets = (snapshot: SessionSnapshot): readonly Wallet[] =>
  snapshot.status === 'authenticated' ? snapshot.wallets.filter(it => it.chainType === 'solana') : []

/** Addresses differ in case by their checksum only (EIP-55). */
export const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * The wallet that an operation means: the named one, by default Ethereum index 0.
 * @throws VitrineError `embedded_wallet_not_found`
 */
export function chooseWallet(snapshot: SessionSnapshot, address: string | undefined): Wallet {
  const wallets = ethereumWallets(snapshot)
  const found = wallets.find(it =>
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
export function chooseSolanaWallet(snapshot: SessionSnapshot, address: string): Wallet {
  const found = solanaWallets(snapshot).find(it => it.address === address)
  if (found) return found
  throw clientError('embedded_wallet_not_found', 'The user has no Solana wallet with this address.')
}
