import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ExternalWallet } from '../session/held-wallet.ts'
import type { WalletSigner } from './signer.ts'

/** Keys that another wallet app holds. Nothing signs with them yet: it would have to be asked of that app. */
export const createExternalSigner = (): WalletSigner<ExternalWallet> => ({
  async perform() {
    throw clientError(
      'unsupported_wallet_type',
      'This wallet’s key is in another wallet app, which this one cannot sign with.',
    )
  },
})
