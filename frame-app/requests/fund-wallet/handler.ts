import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type FundWalletResult, fundWalletArgument } from '@vitrine/shared/funding/fund-wallet.ts'
import { makeFundingRequest } from '@vitrine/shared/funding/make-request.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { tellUnknown } from '../../config/tell-unknown.ts'
import { withLimit } from '../../core/with-limit.ts'
import { readBalance } from '../../funding/arrival/read-balance.ts'
import type { FundingEnd } from '../../funding/end.ts'
import type { HandlerContext } from '../context.ts'

/** For the balance that a page is told at the end. */
const BALANCE_MS = 4_000

type Context = Pick<
  HandlerContext,
  'app' | 'config' | 'session' | 'screens' | 'notices' | 'ethereum' | 'solana'
>

/**
 * Refused before any screen when it could only fail on one. What became of it is the result; that the person has left, with the
 * wallet's balance then, an event.
 */
export const fundWallet =
  (context: Context): FrameHandlers['fundWallet'] =>
  async given => {
    const argument = fundWalletArgument.safeParse(given)
    if (!argument.success) {
      const path = argument.error.issues[0]?.path.join('.')
      throw clientError('invalid_data', `fundWallet: ${path || 'the argument'} is not valid.`)
    }
    tellUnknown(context.notices, 'fundWallet', fundWalletArgument, given)
    const snapshot = context.session.get()
    const { chains, solana } = context.config.current.get()
    const funding = makeFundingRequest(argument.data, {
      app: context.app(),
      chains,
      solana,
      wallets: snapshot.status === 'authenticated' ? snapshot.wallets : [],
    })
    const end = await context.screens.show<'fund-wallet'>({ kind: 'fund-wallet', funding })
    void tellExit(context, funding, end)
    return resultOf(funding, end)
  }

function resultOf({ address, asset }: FundingRequest, end: FundingEnd): FundWalletResult {
  const { status, method: fundingMethod } = end
  if (end.status === 'cancelled') return { status, address, fundingMethod }
  return { status, address, fundingMethod, ...end.outcome, assetType: asset.type }
}

/** Contract §7.1, `onUserExited`. Never rejects: without an answer of a node there is no balance in it. */
async function tellExit(
  context: Context,
  { address, chain, ...rest }: FundingRequest,
  { method: fundingMethod }: FundingEnd,
) {
  const [signal, end] = withLimit(new AbortController().signal, BALANCE_MS)
  const balance = await readBalance(context, { address, chain, ...rest } as FundingRequest, signal).catch(
    () => null,
  )
  end()
  context.notices.emit('fundingExited', {
    address,
    chain,
    fundingMethod,
    ...(balance !== null && { balance }),
  })
}
