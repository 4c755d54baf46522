import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'
import { tellUnknown } from '../../config/tell-unknown.ts'
import { type ConsentContext, offerConsent } from '../../delegation/ask-consent.ts'
import { namedSigners } from '../../wallet/delegates/named-signers.ts'
import type { HandlerContext } from '../context.ts'

const argument = z.object({
  chainType: z.enum(['ethereum', 'solana']),
  additionalSigners: z._default(namedSigners, []),
})

/** Refused before any screen when it could only fail on one. Who may use the wallet is asked once it is there. */
export const importWallet =
  (context: Pick<HandlerContext, 'config' | 'notices'> & ConsentContext): FrameHandlers['importWallet'] =>
  async given => {
    const read = argument.safeParse(given)
    if (!read.success)
      throw clientError(
        'invalid_data',
        `importWallet: Pass \`chainType\`, "ethereum" or "solana", and as \`additionalSigners\` at most ${MAX_DELEGATES} of {signerId, policyIds?}.`,
      )
    tellUnknown(context.notices, 'importWallet', argument, given)
    const { chainType, additionalSigners } = read.data
    await context.config.load()
    const { mode } = context.config.current.get().embeddedWallets
    if (additionalSigners.length > 0 && mode === 'legacy-embedded-wallets-only')
      throw clientError(
        'not_supported',
        'additionalSigners: the keys of this app’s wallets are on the person’s devices, where nobody else signs.',
      )
    const { wallet } = await context.screens.show<'import-wallet'>({ kind: 'import-wallet', chainType })
    return offerConsent(context, wallet, additionalSigners)
  }
