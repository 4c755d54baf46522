import { asRejection } from '../../requests/kind/as-rejection.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { solanaWallets } from '../../wallet/choose-wallet.ts'
import type { SolanaContext } from './context.ts'
import { connectInput, readInputs } from './inputs.ts'

/**
 * `standard:connect`. Logs in and makes the first Solana wallet where there is none; `silent`: shows nothing and makes
 * nothing. @returns addresses of the user's Solana wallets, by index
 */
export async function connect(context: SolanaContext, inputs: readonly unknown[]): Promise<string[]> {
  const [input] = readInputs(connectInput, inputs)
  if (input?.silent) return solanaWallets(context).map(({ address }) => address)
  return (await connectedWallets(context)).map(({ address }) => address)
}

/** @throws VitrineError `exited_auth_flow` when the person leaves the login; what making a wallet throws */
export async function connectedWallets(context: SolanaContext): Promise<readonly HeldWallet[]> {
  const { session, requestLogin, wallets } = context
  const hasNone = () => solanaWallets(context).length === 0
  await asRejection(async () => {
    // A connected wallet is an account without a login.
    if (hasNone() && session.get().status === 'anonymous') await requestLogin({})
    if (hasNone()) await wallets.createFirst('solana')
  })
  return solanaWallets(context)
}
