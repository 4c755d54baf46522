import { base64Bytes, hexText } from '@vitrine/shared/encoding.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { checkMessage } from '../../requests/sign-message/check-message.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { chooseSolanaWallet, solanaWallets } from '../../wallet/choose-wallet.ts'
import type { SolanaContext } from './context.ts'
import { readScreenInputs, signMessageInput } from './inputs.ts'

/** `solana:signMessage`: one screen for each input, one after another. A rejection ends the whole call. */
export async function signMessages(context: SolanaContext, inputs: readonly unknown[]) {
  const asked = readScreenInputs(signMessageInput, inputs)
  if (solanaWallets(context).length === 0 && context.session.get().status === 'anonymous')
    throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
  // All of them before the first screen: a person is not asked for what can only fail.
  const ready = await Promise.all(
    asked.map(async ({ address, message }) => {
      const hex = toHex(message)
      const wallet = chooseSolanaWallet(context, address)
      await checkMessage({ message: hex, encoding: 'hex' }, wallet)
      return { wallet, message, hex }
    }),
  )
  const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = []
  for (const { wallet, message, hex } of ready)
    outputs.push({ signedMessage: message, signature: await signBytes(context, wallet, hex) })
  return outputs
}

/** @param hex what is signed, 0x-prefixed. @returns 64 bytes */
export async function signBytes(
  context: SolanaContext,
  wallet: HeldWallet,
  hex: string,
): Promise<Uint8Array> {
  const { signature } = await context.ask<'sign-message'>({
    kind: 'sign-message',
    wallet,
    message: hex,
    encoding: 'hex',
    uiOptions: {},
  })
  const bytes = base64Bytes(signature)
  if (bytes === null) throw clientError('unable_to_sign', 'What came back is no signature.')
  return bytes
}

export const toHex = (bytes: Uint8Array): string => `0x${hexText(bytes)}`
