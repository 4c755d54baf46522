import type { RelayResult } from '@vitrine/shared/bridge/wallet-relay.ts'
import { base64Text, hexText } from '@vitrine/shared/encoding.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  type SignInParts,
  siweMessage,
  siwsInput,
  siwsMessage,
} from '@vitrine/shared/wallet/sign-in-message.ts'
import { offchainMessage } from '@vitrine/shared/wallet/solana-sign-in.ts'
import type { WalletConnection } from '../external-wallets/ports.ts'
import { walletFailure, walletUnsupported } from '../external-wallets/wallet-failure.ts'
import type { Manner } from './choice.ts'
import type { SignedMessage } from './flow.ts'

/** The cluster whose name a wallet is given with a transaction that no node takes. */
const CLUSTER = 'solana:mainnet'
const SIGNATURE_BYTES = 64

const utf8 = new TextEncoder()

/** How a wallet is asked first, by what it can. @throws VitrineError `unsupported_wallet_type`: it signs nothing */
export function firstManner(connection: WalletConnection): Manner {
  if (connection.chainType === 'ethereum') {
    if (connection.can('personal_sign')) return 'plain'
  } else {
    if (connection.can('solana:signIn')) return 'sign-in'
    if (connection.can('solana:signMessage')) return 'plain'
    if (connection.can('solana:signTransaction')) return 'transaction'
  }
  throw walletUnsupported(connection.meta.name)
}

/** How it is asked the next time, where it could not do it in this manner. */
export function nextManner(connection: WalletConnection, manner: Manner, error: unknown): Manner | undefined {
  if (connection.chainType === 'ethereum' || !(error instanceof VitrineError)) return undefined
  const { code } = error
  if (manner === 'sign-in' && code !== 'user_rejected' && connection.can('solana:signMessage')) return 'plain'
  if (manner === 'plain' && code === 'unable_to_sign') return 'offchain-message'
  return undefined
}

/** Whether the wallet can sign the message as a transaction, as hardware does. */
export const signsTransactions = (connection: WalletConnection, manner: Manner): boolean =>
  connection.chainType === 'solana' && manner !== 'transaction' && connection.can('solana:signTransaction')

export interface SignOptions {
  readonly connection: WalletConnection
  readonly manner: Manner
  readonly parts: SignInParts
  /** Of EIP-155; `null` on Solana. */
  readonly chainId: number | null
}

/**
 * Has the wallet sign the message in that manner.
 * @throws VitrineError of the wallet; `unable_to_sign` where it signed something else than what it was asked to
 */
export async function signMessage(
  { connection, manner, parts, chainId }: SignOptions,
  signal: AbortSignal,
): Promise<SignedMessage> {
  const { address, origin } = parts
  if (chainId !== null) {
    const message = siweMessage(parts, chainId)
    const { signature } = await connection.ask(
      'personal_sign',
      { address, message: `0x${hexText(utf8.encode(message))}` },
      signal,
    )
    return { message, signature, messageType: 'plain', chainId }
  }
  const message = siwsMessage(parts)
  switch (manner) {
    case 'sign-in': {
      const answer = await connection.ask('solana:signIn', { input: siwsInput(parts) }, signal)
      // The wallet chose the words: what it signed for another account, site or nonce is for nobody here.
      if (answer.address !== address) throw signedOther(connection)
      return {
        message,
        ...signatureOf(connection, answer, utf8.encode(message)),
        messageType: 'plain',
        chainId,
      }
    }
    case 'plain': {
      const bytes = utf8.encode(message)
      const answer = await connection.ask('solana:signMessage', { address, message: bytes }, signal)
      return { message, ...signatureOf(connection, answer, bytes), messageType: 'plain', chainId }
    }
    case 'offchain-message': {
      const bytes = offchainMessage(origin, address, message)
      const answer = await connection.ask('solana:signMessage', { address, message: bytes }, signal)
      const signed = signatureOf(connection, answer, bytes)
      return { message: base64Text(bytes), ...signed, messageType: 'offchain-message', chainId }
    }
    case 'transaction': {
      // Kit loads for the wallets that sign nothing but transactions: every other login does without it.
      const { memoTransaction } = await import('./memo-transaction.ts')
      const transaction = memoTransaction(address, message)
      const asked = { address, transaction, chain: CLUSTER }
      const { signedTransaction } = await connection.ask('solana:signTransaction', asked, signal)
      const signature = firstSignature(connection, signedTransaction)
      return { message: base64Text(signedTransaction), signature, messageType: 'transaction', chainId }
    }
  }
}

function signatureOf(
  connection: WalletConnection,
  { signedMessage, signature }: RelayResult<'solana:signMessage'>,
  asked: Uint8Array,
): { readonly signature: string } {
  if (!isSame(signedMessage, asked) || signature.length !== SIGNATURE_BYTES) throw signedOther(connection)
  return { signature: base64Text(signature) }
}

/** Of the wallet, which alone signs: the number of signatures is one byte. A wallet may add what it costs at most. */
function firstSignature(connection: WalletConnection, transaction: Uint8Array): string {
  const signature = transaction.subarray(1, 1 + SIGNATURE_BYTES)
  if (transaction[0] !== 1 || signature.length !== SIGNATURE_BYTES) throw signedOther(connection)
  return base64Text(signature)
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** What else it signed is worth nothing here, and is not sent. */
const signedOther = ({ meta }: WalletConnection) =>
  walletFailure(
    { code: null, message: 'It signed something else than it was asked to.' },
    { verb: 'personal_sign', wallet: meta.name },
  )
