import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import { heldElsewhere } from '../wallet/choose-wallet.ts'
import type { HandlerContext } from './context.ts'
import type { Asked, RequestRules, SilentContext } from './kind.ts'
import { maySkipScreen } from './may-skip-screen.ts'
import { type Kind, REQUESTS, type RequestOf, type ScreenResult } from './registry.ts'

type DecisionContext = SilentContext & Pick<HandlerContext, 'app' | 'config'>
export type AskContext = DecisionContext & Pick<HandlerContext, 'screens'>

type Decision<Result> =
  | { readonly type: 'refused'; readonly error: VitrineError }
  | { readonly type: 'shown' }
  | { readonly type: 'silent'; perform(): Promise<Result> }

/**
 * Has a request of the page done as `decide` says: shows its screen and waits for the person, or performs it at once.
 * @throws VitrineError `user_rejected` (4001), and what the work throws
 */
export async function ask<K extends Kind>(
  context: AskContext,
  request: Asked<RequestOf<K>> & { readonly kind: K },
): Promise<ScreenResult<K>> {
  const decision = await decide<K>(context, request)
  switch (decision.type) {
    case 'refused':
      throw decision.error
    case 'shown':
      return context.screens.show<K>(request)
    case 'silent':
      return decision.perform()
  }
}

/**
 * The one place that says whether a request is refused, shown to the person, or performed without a screen. It is silent
 * only where its kind can be, the operator permits it, the page asks for it, and nothing is found that a person would have
 * been warned of.
 *
 * @throws VitrineError when it is to be silent and could only fail
 */
async function decide<K extends Kind>(
  context: DecisionContext,
  request: Asked<RequestOf<K>> & { readonly kind: K },
): Promise<Decision<ScreenResult<K>>> {
  const kind = kindOf<K>(request.kind)
  const { isOwn, wallet, uiOptions } = request as unknown as {
    readonly isOwn?: unknown
    readonly wallet?: HeldWallet
    readonly uiOptions?: { readonly showWalletUIs?: boolean | undefined }
  }
  // All that a page asks for comes this way. As a person's own it would be shown as if no site had asked.
  if (isOwn !== undefined) return { type: 'refused', error: notAPages() }
  if (wallet && kind.custody && !kind.custody.includes(wallet.custody))
    return { type: 'refused', error: heldElsewhere() }
  const { showWalletUIs } = context.config.current.get().embeddedWallets
  if (!kind.silent || !maySkipScreen(context.app(), showWalletUIs, uiOptions?.showWalletUIs))
    return { type: 'shown' }
  const silent = await kind.silent()
  const { signal } = new AbortController()
  // The operator gave up the screen, not the scanner: what it warns of is the person's to decide.
  if (await silent.needsPerson(context, request, signal)) return { type: 'shown' }
  return {
    type: 'silent',
    perform: () =>
      silent.perform(context, request, signal).catch(error => {
        // Who left the question after a second factor has left the request.
        const { dismissal } = kind
        const isLeft = error instanceof VitrineError && error.code === 'mfa_canceled'
        throw isLeft && dismissal.type === 'error' ? dismissal.error() : error
      }),
  }
}

const notAPages = () => clientError('invalid_data', 'A site cannot ask in the name of its visitor.')

/** By hand: the compiler does not see that a kind's entry is of the kind. */
const kindOf = <K extends Kind>(kind: K) =>
  (REQUESTS as Readonly<Record<Kind, unknown>>)[kind] as RequestRules<RequestOf<K>, ScreenResult<K>>
