import type { RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'
import { tellUnknown } from '../../config/tell-unknown.ts'
import { askConsent, type ConsentContext, requireServer } from '../../delegation/ask-consent.ts'
import { isSameAddress } from '../../session/held-wallet.ts'
import { namedSigners, signerId } from '../../wallet/delegates/named-signers.ts'
import type { HandlerContext } from '../context.ts'

const argument = z.object({
  /** `revokeWallets` of the page. */
  stops: z._default(z.boolean(), false),
  address: z.optional(z.string().check(z.maxLength(64))),
  chainType: z.optional(z.enum(['ethereum', 'solana'])),
  signers: z._default(namedSigners, []),
  signerId: z.optional(signerId),
})

/** Refused before any screen when it could only fail on one. */
export const delegateWallet =
  (context: Pick<HandlerContext, 'notices'> & ConsentContext): FrameHandlers['delegateWallet'] =>
  async given => {
    const read = argument.safeParse(given)
    if (!read.success)
      throw clientError(
        'invalid_data',
        `Pass the wallet’s \`address\`, and as \`signers\` at most ${MAX_DELEGATES} of {signerId, policyIds?}, with one policy each.`,
      )
    tellUnknown(context.notices, 'delegateWallet', argument, given)
    const { stops, address, chainType, signers, signerId } = read.data
    const one = signerId === undefined ? {} : { signer_id: signerId }
    if (stops && address === undefined) return askToStop(context, one)
    const now = context.session.get()
    const wallets = now.status === 'authenticated' ? now.wallets : []
    const wallet = wallets.find(it => isSameAddress(it.address, address ?? ''))
    if (!wallet) throw clientError('embedded_wallet_not_found', 'The user has no wallet with this `address`.')
    if (chainType !== undefined && chainType !== wallet.chainType)
      throw clientError('invalid_data', `This wallet is of chain type ${wallet.chainType}.`)
    return stops
      ? askToStop(context, { wallet_id: requireServer(wallet).id, ...one })
      : askConsent(context, wallet, signers)
  }

/** Nothing is asked where nothing is delegated. */
async function askToStop({ session, screens, wallets }: ConsentContext, which: RevokeRequest) {
  const all = await (await wallets.delegates()).list(new AbortController().signal)
  const items = all.filter(
    it =>
      (which.wallet_id === undefined || which.wallet_id === it.wallet.id) &&
      (which.signer_id === undefined || which.signer_id === it.signer_id),
  )
  if (items.length > 0) return screens.show<'delegate-wallet'>({ kind: 'delegate-wallet', which, items })
  const now = session.get()
  if (now.status === 'anonymous') throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
  return { user: now.user }
}
