import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { connect } from './connect.ts'
import type { SolanaContext } from './context.ts'
import { signIn } from './sign-in.ts'
import { signMessages } from './sign-message.ts'
import { signAndSendTransactions, signTransactions } from './sign-transaction.ts'

type Method = (context: SolanaContext, inputs: readonly unknown[]) => Promise<unknown>

/** Methods of the Wallet Standard's features. A `Map`: a name such as `constructor` finds nothing in it. */
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['connect', connect],
  ['signMessage', signMessages],
  ['signTransaction', signTransactions],
  ['signAndSendTransaction', signAndSendTransactions],
  ['signIn', signIn],
])

/** One call of a Wallet Standard feature. */
export const solanaRequest =
  (context: SolanaContext): FrameHandlers['solanaRequest'] =>
  async ({ method, inputs }) => {
    const serve = METHODS.get(method)
    if (!serve) throw clientError('not_supported', `This wallet has no Solana method ${method}.`)
    // Whoever asks for accounts right after a reload is told of those that are just being found again.
    await context.reconnected
    return serve(context, inputs)
  }
