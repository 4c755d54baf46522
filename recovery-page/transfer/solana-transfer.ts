import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  isAddress,
  isOffCurveAddress,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getAdvanceNonceAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Bytes, base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import type { SignedTransfer } from './ethereum-transfer.ts'
import { readFields, refuse, sentAmountOf } from './field.ts'

export const SOLANA_FIELDS = ['to', 'amount', 'blockhash', 'nonceAccount'] as const
export type SolanaField = (typeof SOLANA_FIELDS)[number]

/** A transfer of SOL as it will be signed. */
export interface SolanaTransfer {
  /** Base58. */
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  /** A recent blockhash or, with `nonceAccount`, the value that is stored there. */
  readonly blockhash: string
  /** A durable nonce, whose authority is the wallet itself. */
  readonly nonceAccount: string | null
}

export const SOL_DECIMALS = 9
/** Lamports for each signature. */
export const SIGNATURE_FEE = 5_000n
const MAX_UINT64 = (1n << 64n) - 1n
const KEY_BYTES = 32
const SYSTEM_PROGRAM = base58Text(new Uint8Array(KEY_BYTES))

/**
 * Reads the form of a transfer.
 *
 * @param from the wallet's address.
 * @throws FieldProblems when a field cannot be signed as it stands.
 */
export function readSolanaTransfer(
  from: string,
  texts: Readonly<Record<SolanaField, string>>,
): SolanaTransfer {
  const hasNonce = texts.nonceAccount.trim() !== ''
  const { to, amount, blockhash, nonceAccount } = readFields<
    SolanaField,
    { to: string; amount: bigint; blockhash: string; nonceAccount: string | null }
  >(texts, {
    to: text => (text === SYSTEM_PROGRAM ? refuse('nobody') : readKey(text, 'address')),
    amount: text => sentAmountOf(text, SOL_DECIMALS, MAX_UINT64),
    blockhash: text => readKey(text, 'blockhash'),
    nonceAccount: text => (hasNonce ? readKey(text, 'address') : null),
  })
  return { from, to, lamports: amount, blockhash, nonceAccount }
}

function readKey(text: string, problem: 'address' | 'blockhash'): string {
  if (text === '') refuse('missing')
  return base58Bytes(text)?.length === KEY_BYTES ? text : refuse(problem)
}

/** Whether somebody can have a key of the address: one off the curve is a program's account. */
export const isOnCurve = (text: string): boolean => isAddress(text) && !isOffCurveAddress(text)

/**
 * Signs a legacy transaction.
 *
 * @param key 32 bytes, the Ed25519 seed; the caller wipes them.
 * @throws Error when the key is not the sender's, or what was built is not a transaction.
 */
export function signSolanaTransfer(key: Uint8Array, transfer: SolanaTransfer): SignedTransfer {
  if (base58Text(ed25519.getPublicKey(key)) !== transfer.from)
    throw new Error('The key is of another wallet.')
  const message = transferMessage(transfer)
  const signature = ed25519.sign(message, key)
  const transaction = Uint8Array.from([1, ...signature, ...message])
  if (readTransaction(transaction) === null) throw new Error('The transaction is malformed.')
  return { transaction: base64Text(transaction), id: base58Text(signature) }
}

/** The message of a transfer, led by an instruction that advances the nonce where it is durable. */
function transferMessage({ from, to, lamports, blockhash, nonceAccount }: SolanaTransfer): Uint8Array {
  const wallet = createNoopSigner(address(from))
  const instructions = [
    ...(nonceAccount
      ? [getAdvanceNonceAccountInstruction({ nonceAccount: address(nonceAccount), nonceAuthority: wallet })]
      : []),
    getTransferSolInstruction({ source: wallet, destination: address(to), amount: lamports }),
  ]
  // The height is the sender's own note: no byte of the message has it.
  const lifetime = { blockhash: asBlockhash(blockhash), lastValidBlockHeight: 0n }
  const { messageBytes } = compileTransaction(
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      it => setTransactionMessageFeePayer(wallet.address, it),
      it => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
      it => appendTransactionMessageInstructions(instructions, it),
    ),
  )
  return new Uint8Array(messageBytes)
}
