import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { RecoveryPurpose } from '../../wallet/asks-for-passcode.ts'
import type { Shows } from '../context.ts'

/**
 * Screens that ask to sign with, or to change the recovery of, an on-device wallet come when this device can: a new one asks for the recovery passcode
 * first, in a screen of its own, so that nobody reads and approves what then cannot be signed.
 * @param openHere resolves when the wallet is usable here
 */
export function showWhenOpen(screens: Shows, openHere: () => Promise<void>): Shows {
  let opening: Promise<void> | undefined
  /** Once for requests that come together: one passcode opens for all of them. */
  const open = () => {
    opening ??= openHere()
      .catch(async error => {
        // Any other failure is the approval's to tell: it offers to try again.
        if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery')
          await screens.show<'recover'>({ kind: 'recover' })
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }
  return {
    show(request, place) {
      const wallet = walletOf(request)
      if (wallet?.custody !== 'device') return screens.show(request, place)
      return open().then(() => screens.show(request, place))
    },
  }
}

/** The wallet whose key a request needs. */
function walletOf(request: object): HeldWallet | null {
  if ('wallet' in request) return request.wallet as HeldWallet
  const { purpose } = request as { purpose?: RecoveryPurpose }
  return purpose?.type === 'change' ? purpose.wallet : null
}
