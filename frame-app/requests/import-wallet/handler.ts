import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import type { HandlerContext } from '../context.ts'

const argument = z.object({
  chainType: z.enum(['ethereum', 'solana']),
  /** As many as the server takes (`shared/wallet/import-export.ts`). */
  additionalSigners: z._default(
    z.array(z.object({ signerId: z.string().check(z.minLength(1), z.maxLength(64)) })).check(z.maxLength(10)),
    [],
  ),
})

/** Refused before any screen when it could only fail on one. */
export const importWallet =
  ({ config, screens }: Pick<HandlerContext, 'config' | 'screens'>): FrameHandlers['importWallet'] =>
  async given => {
    const read = argument.safeParse(given)
    if (!read.success)
      throw clientError(
        'invalid_data',
        'importWallet: Pass `chainType`, "ethereum" or "solana", and as `additionalSigners` at most ten of {signerId}.',
      )
    const { chainType, additionalSigners } = read.data
    await config.load()
    const { mode } = config.current.get().embeddedWallets
    if (additionalSigners.length > 0 && mode === 'legacy-embedded-wallets-only')
      throw clientError(
        'not_supported',
        'additionalSigners: the keys of this app’s wallets are on the person’s devices, where nobody else signs.',
      )
    const { wallet } = await screens.show<'import-wallet'>({
      kind: 'import-wallet',
      chainType,
      ...(additionalSigners.length > 0 && { additionalSigners }),
    })
    return wallet
  }
