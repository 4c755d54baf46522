import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { maySkipScreen } from '../approval/may-skip-screen.ts'
import type { EthereumNetwork, Hex, PreparedTransaction } from '../chains/ethereum/ports.ts'
import type { ScreenRequest, ScreenResult } from '../kernel/ports.ts'
import type { HandlerContext } from './context.ts'

export type ApprovalContext = Pick<HandlerContext, 'app' | 'config' | 'screens' | 'wallets' | 'ethereum'>

/** What an operator may let a site do without a screen. An authorization gives an account away: it is never among them. */
type Skippable = 'sign-message' | 'sign-typed-data' | 'sign-transaction' | 'send-transaction' | 'send-calls'
type RequestOf<K> = Omit<Extract<ScreenRequest, { kind: K }>, 'id'>
type SkippableRequest = { [K in Skippable]: RequestOf<K> }[Skippable]

/**
 * Shows the approval and waits for the person; or performs at once where the server's config lets the site do that.
 * @throws VitrineError `user_rejected` (4001), and what the work throws
 */
export async function approve<K extends Skippable>(
  context: ApprovalContext,
  request: RequestOf<K> & { readonly kind: K },
): Promise<ScreenResult<K>> {
  const skippable = request as unknown as SkippableRequest
  const { uiOptions } = skippable
  const asked = 'showWalletUIs' in uiOptions ? uiOptions.showWalletUIs : undefined
  const { showWalletUIs } = context.config.current.get().embeddedWallets
  if (!maySkipScreen(context.app(), showWalletUIs, asked)) return context.screens.show<K>(request)
  return (await performUnseen(context, skippable)) as ScreenResult<K>
}

async function performUnseen(context: ApprovalContext, request: SkippableRequest) {
  const { signal } = new AbortController()
  const { wallet } = request
  switch (request.kind) {
    case 'sign-message':
      return context.wallets.signMessage(request, signal)
    case 'sign-typed-data':
      return signTypedData(context, request, signal)
    case 'sign-transaction': {
      const network = (await context.ethereum()).of(request.chainId)
      return network.sign(
        wallet,
        await network.prepare(wallet.address as Hex, request.transaction, signal),
        signal,
      )
    }
    case 'send-transaction': {
      const network = (await context.ethereum()).of(request.chainId)
      return sendUnseen(network, request, signal)
    }
    case 'send-calls': {
      const network = (await context.ethereum()).of(request.chainId)
      const hashes: Hex[] = []
      for (const transaction of request.calls) {
        const { hash } = await sendUnseen(network, { wallet, transaction }, signal)
        hashes.push(hash)
        // The next may need what this one does; a failure ends the row (EIP-5792).
        if (hashes.length < request.calls.length && (await network.wait(hash, signal)).status !== 'confirmed')
          break
      }
      return { hashes }
    }
  }
}

async function signTypedData(
  { wallets }: ApprovalContext,
  {
    wallet,
    typedData,
  }: { readonly wallet: RequestOf<'sign-typed-data'>['wallet']; readonly typedData: TypedData },
  signal: AbortSignal,
) {
  const { signature } = await wallets.perform(
    wallet,
    { method: 'eth_signTypedData_v4', params: { typed_data: typedData } },
    signal,
  )
  return { signature: signature as Hex }
}

async function sendUnseen(
  network: EthereumNetwork,
  { wallet, transaction }: Pick<RequestOf<'send-transaction'>, 'wallet' | 'transaction'>,
  signal: AbortSignal,
) {
  const prepared = await network.prepare(wallet.address as Hex, transaction, signal)
  refuseAlarming(prepared)
  return network.send(wallet, prepared, signal)
}

/** What a person would have been warned of, no one has seen. */
function refuseAlarming({ warnings }: PreparedTransaction): void {
  for (const warning of warnings)
    switch (warning.kind) {
      case 'insufficient-balance':
        throw clientError(
          'insufficient_balance',
          'The wallet has less than the transaction and its fee need.',
        )
      case 'will-fail':
        throw clientError(
          'transaction_failure',
          `The transaction would fail${warning.reason ? `: ${warning.reason}` : '.'}`,
        )
      case 'absurd-fee':
        throw clientError('transaction_failure', 'The fee is far higher than such a transaction needs.')
    }
}
