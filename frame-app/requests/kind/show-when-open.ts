import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { DeviceWallet, HeldWallet } from '../../session/held-wallet.ts'
import type { RecoveryPurpose } from '../../wallet/asks-for-recovery.ts'
import type { Shows } from '../context.ts'

/**
 * Screens that ask to sign with, or to change the recovery of, an on-device wallet come when this device can: a new one asks for the recovery passcode
 * first, in a screen of its own, so that nobody reads and approves what then cannot be signed.
 * @param openHere resolves when the wallet is usable here
 */
export function showWhenOpen(screens: Shows, openHere: (wallet: DeviceWallet) => Promise<void>): Shows {
  const opening = new Map<string, Promise<void>>()
  /** Once for requests that come together: one passcode opens for all wallets of one owner. */
  const open = (wallet: DeviceWallet) => {
    const owner = wallet.sealedFor?.userId ?? ''
    const begun = opening.get(owner)
    if (begun) return begun
    const opened = openHere(wallet)
      .catch(async error => {
        // Any other failure is the approval's to tell: it offers to try again.
        const code = error instanceof VitrineError ? error.code : null
        if (code === 'embedded_wallet_needs_recovery')
          await screens.show<'recover'>({ kind: 'recover', wallet })
        // They were asked, and nobody shall read what then cannot be signed.
        if (code === 'mfa_canceled') throw (await import('./rejected-by-user.ts')).rejectedByUser()
        if (code?.startsWith('mfa_') || code === 'missing_or_invalid_mfa') throw error
      })
      .finally(() => opening.delete(owner))
    opening.set(owner, opened)
    return opened
  }
  return {
    show(request, place) {
      const wallet = walletOf(request)
      if (wallet?.custody !== 'device') return screens.show(request, place)
      return open(wallet).then(() => screens.show(request, place))
    },
  }
}

/** The wallet whose key a request needs. */
function walletOf(request: object): HeldWallet | null {
  if ('wallet' in request) return request.wallet as HeldWallet
  const { purpose } = request as { purpose?: RecoveryPurpose }
  return purpose?.type === 'change' ? purpose.wallet : null
}
