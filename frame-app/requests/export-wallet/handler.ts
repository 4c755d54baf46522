import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { isEmbedded, isSameAddress } from '../../session/held-wallet.ts'
import { say } from '../../words/say.ts'
import type { HandlerContext } from '../context.ts'

/** Refused before any screen when it could only fail on one. */
export const exportWallet =
  ({ session, screens }: Pick<HandlerContext, 'session' | 'screens'>): FrameHandlers['exportWallet'] =>
  async argument => {
    const snapshot = session.get()
    const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
    const { address } = argument ?? {}
    const wallet =
      address === undefined
        ? (wallets.find(isEmbedded) ?? wallets[0])
        : wallets.find(it => isSameAddress(it.address, address))
    if (wallet === undefined)
      throw clientError(
        'embedded_wallet_not_found',
        address === undefined
          ? 'The user has no wallet yet. Call createWallet() or importWallet() first.'
          : 'The user has no wallet with this address.',
      )
    if (!isEmbedded(wallet)) throw clientError('not_supported', say('export.external'))
    await screens.show<'export-wallet'>({ kind: 'export-wallet', wallet })
  }
