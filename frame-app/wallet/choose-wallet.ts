import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type HeldWallet, isEmbedded, isSameAddress } from '../session/held-wallet.ts'
import { type Holdings, usableWallets } from '../session/usable-wallets.ts'

/** Usable ones of a chain; the active one first, then those that were made here, by index, then connected ones. */
const walletsOf = (holdings: Holdings, chainType: HeldWallet['chainType']): readonly HeldWallet[] =>
  usableWallets(holdings).filter(it => it.chainType === chainType)

/** The accounts of a page's Ethereum providers. */
export const ethereumWallets = (holdings: Holdings): readonly HeldWallet[] => walletsOf(holdings, 'ethereum')

/** The accounts of its Solana provider. */
export const solanaWallets = (holdings: Holdings): readonly HeldWallet[] => walletsOf(holdings, 'solana')

/**
 * The wallet that an operation means: the named one, by default Ethereum index 0, else the one that is connected.
 * @throws VitrineError `embedded_wallet_not_found`; `generic_connect_wallet_error` for one that is linked and not connected
 */
export function chooseWallet(holdings: Holdings, address: string | undefined): HeldWallet {
  const wallets = ethereumWallets(holdings)
  const found =
    address === undefined
      ? (wallets.find(it => it.walletIndex === 0) ?? wallets[0])
      : wallets.find(it => isSameAddress(it.address, address))
  if (found) return found
  if (address !== undefined)
    requireNotLinked(holdings, it => it.chainType === 'ethereum' && isSameAddress(it.address, address))
  throw clientError(
    'embedded_wallet_not_found',
    address === undefined
      ? 'The user has no Ethereum wallet yet. Call createWallet() first.'
      : 'The user has no wallet with this address.',
  )
}

/**
 * The Solana wallet with this address, in which case counts (base58).
 * @throws VitrineError as `chooseWallet`
 */
export function chooseSolanaWallet(holdings: Holdings, address: string): HeldWallet {
  const found = solanaWallets(holdings).find(it => it.address === address)
  if (found) return found
  requireNotLinked(holdings, it => it.address === address)
  throw clientError('embedded_wallet_not_found', 'The user has no Solana wallet with this address.')
}

/** @throws VitrineError for a wallet of the user's that is in another app, with which there is no connection */
function requireNotLinked({ session }: Holdings, isIt: (wallet: HeldWallet) => boolean): void {
  const snapshot = session.get()
  if (snapshot.status === 'anonymous' || !snapshot.wallets.some(it => !isEmbedded(it) && isIt(it))) return
  throw new VitrineError({
    type: 'connector_error',
    code: 'generic_connect_wallet_error',
    message:
      'This wallet’s key is in another wallet app, which is not connected. Call connectWallet() first.',
    data: { eipCode: 4100, retryable: false },
  })
}

/** What only a key that is here can sign, whoever is asked. */
export const heldElsewhere = () =>
  clientError(
    'unsupported_wallet_type',
    'This wallet’s key is in another wallet app, which cannot be asked for this. Use a wallet that was made here.',
  )
