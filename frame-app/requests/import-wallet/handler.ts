import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HandlerContext } from '../context.ts'

/** Refused before any screen when it could only fail on one. */
export const importWallet =
  ({ config, screens }: Pick<HandlerContext, 'config' | 'screens'>): FrameHandlers['importWallet'] =>
  async ({ chainType, additionalSigners }) => {
    await config.load()
    const { mode } = config.current.get().embeddedWallets
    if (additionalSigners && additionalSigners.length > 0 && mode === 'legacy-embedded-wallets-only')
      throw clientError(
        'not_supported',
        'additionalSigners: the keys of this app’s wallets are on the person’s devices, where nobody else signs.',
      )
    const { wallet } = await screens.show<'import-wallet'>({
      kind: 'import-wallet',
      chainType,
      ...(additionalSigners && { additionalSigners }),
    })
    return wallet
  }
