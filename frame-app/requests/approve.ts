import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { maySkipScreen } from '../approval/may-skip-screen.ts'
import type { EthereumNetwork, Hex, PreparedTransaction } from '../chains/ethereum/ports.ts'
import { sendBatch } from '../chains/ethereum/send-batch.ts'
import { lazily } from '../core/lazy.ts'
import type { ScreenRequest, ScreenResult } from '../kernel/ports.ts'
import type { HandlerContext } from './context.ts'

export type ApprovalContext = Pick<
  HandlerContext,
  'app' | 'config' | 'screens' | 'wallets' | 'ethereum' | 'calls' | 'hostOrigin'
>

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
  const { signal } = new AbortController()
  // The operator gave up the screen, not the scanner: what it warns of is the person's to decide.
  if (await isSuspect(context, skippable, signal)) return context.screens.show<K>(request)
  return (await performSilently(context, skippable, signal)) as ScreenResult<K>
}

const silentChecks = lazily(() => import('../approval/ethereum/review/silent-checks.ts'))

/** @throws VitrineError `transaction_failure` when the node, trying it out, sees it fail */
async function isSuspect(
  context: ApprovalContext,
  request: SkippableRequest,
  signal: AbortSignal,
): Promise<boolean> {
  // A message moves nothing by itself.
  if (request.kind === 'sign-message') return false
  const { wallet } = request
  const { runSilentChecks } = await silentChecks()
  const networks = await context.ethereum()
  const scanner = { calls: context.calls, domain: new URL(context.hostOrigin).host }
  if (request.kind === 'sign-typed-data') {
    const chainId = Number(request.typedData.domain.chainId ?? request.chainId ?? networks.current.get())
    const task = { kind: 'typed-data', wallet, chainId, typedData: request.typedData } as const
    return (await runSilentChecks(scanner, task, signal)).isSuspect
  }
  const { chainId } = request
  const calls = request.kind === 'send-calls' ? request.calls : [request.transaction]
  const task = {
    kind: 'transactions',
    wallet,
    chainId,
    network: networks.of(chainId),
    calls,
    method: METHOD[request.kind],
  } as const
  const { isSuspect, failure } = await runSilentChecks(scanner, task, signal)
  if (failure && !isSuspect) throw wouldFail(failure.reason)
  return isSuspect
}

const METHOD = {
  'sign-transaction': 'eth_signTransaction',
  'send-transaction': 'eth_sendTransaction',
  'send-calls': 'wallet_sendCalls',
} as const

async function performSilently(context: ApprovalContext, request: SkippableRequest, signal: AbortSignal) {
  const { wallet } = request
  switch (request.kind) {
    case 'sign-message':
      return context.wallets.signMessage(request, signal)
    case 'sign-typed-data':
      return signTypedData(context, request, signal)
    case 'sign-transaction': {
      const network = (await context.ethereum()).of(request.chainId)
      const prepared = await prepareUnalarming(network, request, signal)
      return network.sign(wallet, prepared, signal)
    }
    case 'send-transaction': {
      const network = (await context.ethereum()).of(request.chainId)
      return network.send(wallet, await prepareUnalarming(network, request, signal), signal)
    }
    case 'send-calls':
      return sendCalls(context, request, signal)
  }
}

/** What is on its way stays on its way: the page learns of it, even where what follows could not be sent. */
async function sendCalls(
  context: ApprovalContext,
  { wallet, chainId, calls }: RequestOf<'send-calls'>,
  signal: AbortSignal,
) {
  const network = (await context.ethereum()).of(chainId)
  const hashes: Hex[] = []
  try {
    await sendBatch(
      {
        network,
        wallet,
        count: calls.length,
        prepared: place => prepareUnalarming(network, { wallet, transaction: calls[place] ?? {} }, signal),
        onSent: hash => hashes.push(hash),
      },
      signal,
    )
  } catch (error) {
    if (hashes.length === 0) throw error
  }
  return { hashes }
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

async function prepareUnalarming(
  network: EthereumNetwork,
  { wallet, transaction }: Pick<RequestOf<'send-transaction'>, 'wallet' | 'transaction'>,
  signal: AbortSignal,
): Promise<PreparedTransaction> {
  const prepared = await network.prepare(wallet.address as Hex, transaction, signal)
  refuseAlarming(prepared)
  return prepared
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
        throw wouldFail(warning.reason)
      case 'absurd-fee':
        throw clientError('transaction_failure', 'The fee is far higher than such a transaction needs.')
    }
}

const wouldFail = (reason: string | null) =>
  clientError(
    'transaction_failure',
    `The transaction would fail${reason ? `: ${reason.slice(0, 500)}` : '.'}`,
  )
