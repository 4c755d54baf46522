import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { connectedWallets } from './connect.ts'
import type { SolanaContext } from './context.ts'
import { readScreenInputs, signInInput } from './inputs.ts'
import { signInMessage } from './sign-in-message.ts'
import { signBytes, toHex } from './sign-message.ts'

/** `solana:signIn`: connects where that is needed, then one screen for each input. */
export async function signIn(context: SolanaContext, inputs: readonly unknown[]) {
  const asked = readScreenInputs(signInInput, inputs)
  const wallets = await connectedWallets(context)
  const { hostOrigin } = context
  const chains = (await context.solana()).clusters.map(({ chain }) => chain)
  const ready = asked.map(input => {
    const wallet = wallets.find(({ address }) => input.address === undefined || address === input.address)
    if (!wallet)
      throw clientError('embedded_wallet_not_found', 'The user has no Solana wallet with this address.')
    const text = signInMessage(input, { address: wallet.address, hostOrigin, chains })
    return { wallet, signedMessage: new TextEncoder().encode(text) }
  })
  const outputs: { address: string; signedMessage: Uint8Array; signature: Uint8Array }[] = []
  for (const { wallet, signedMessage } of ready)
    outputs.push({
      address: wallet.address,
      signedMessage,
      signature: await signBytes(context, wallet, toHex(signedMessage)),
    })
  return outputs
}
