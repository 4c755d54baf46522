import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { isCloud } from '../../recovery/clouds.ts'
import { isSameAddress } from '../../session/held-wallet.ts'
import type { HandlerContext } from '../context.ts'
import { showWhenOpen } from '../kind/show-when-open.ts'

/** Refused before any screen when it could only fail on one. */
export const setWalletRecovery =
  ({
    app,
    session,
    screens,
    wallets: operations,
  }: Pick<HandlerContext, 'app' | 'session' | 'screens' | 'wallets'>): FrameHandlers['setWalletRecovery'] =>
  async argument => {
    const snapshot = session.get()
    const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
    const { address } = argument ?? {}
    const wallet = wallets.find(it =>
      address === undefined ? it.custody === 'device' : isSameAddress(it.address, address),
    )
    if (wallet === undefined && (address !== undefined || wallets.length === 0))
      throw clientError(
        'embedded_wallet_not_found',
        'The user has no such wallet. Call createWallet() first.',
      )
    if (wallet?.custody === 'external')
      throw clientError(
        'not_supported',
        'Another wallet app holds the key of this wallet: it is recovered there.',
      )
    if (wallet?.custody !== 'device')
      throw clientError(
        'not_supported',
        'The server holds the key of this wallet: logging in is enough to use it on a new device.',
      )
    const options = userOwnedRecoveries(app().embedded_wallet_config)
    if (options.length === 0)
      throw clientError(
        'disallowed_recovery_method',
        'This app’s config offers no recovery of the person’s own (user_owned_recovery_options).',
      )
    if (options.every(method => method === wallet.recoveryMethod && isCloud(method)))
      throw clientError(
        'embedded_wallet_recovery_already_exists',
        'The same cloud keeps the recovery already, and this app’s config offers no other.',
      )
    // On a device that does not know the wallet, what opens it comes first.
    const changed = await showWhenOpen(screens, operations.openHere).show<'set-recovery'>({
      kind: 'set-recovery',
      purpose: { type: 'change', wallet },
    })
    return changed.wallet
  }
