import type { RelayArguments } from '@vitrine/shared/bridge/wallet-relay.ts'
import { readTransaction, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { base58Bytes, base58Text, base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import * as z from 'zod/mini'
import type { WalletVerb } from '../ports.ts'
import { solanaId } from './scope.ts'

/** How a verb is said to a phone. */
interface Method<V extends WalletVerb> {
  /** WalletConnect's name. */
  readonly name: string
  params(argument: RelayArguments[V]): unknown
  /** The account that it is asked of; `undefined`: none in particular. */
  account?(argument: RelayArguments[V]): string
  /** CAIP-2, where the argument says it; `null`: no chain of ours. */
  chain?(argument: RelayArguments[V]): string | null
  /** The answer in the form of `RELAY_RESULTS`, which checks it. */
  read(answer: unknown, argument: RelayArguments[V]): unknown
}

const SIGNATURE_BYTES = 64
/** A transaction of 1,232 bytes in base64, and room for the next version's. */
const TRANSACTION_LENGTH = 16_384
const signed = z.object({
  signature: z.string().check(z.maxLength(128)),
  transaction: z.optional(z.string().check(z.maxLength(TRANSACTION_LENGTH))),
})

const nothing = () => null
const asSignature = (answer: unknown) => ({ signature: answer })

/**
 * Ethereum's methods are those of EIP-1193, Solana's of docs.walletconnect.network, "Solana": messages and signatures in base58,
 * transactions in base64. `null`: WalletConnect has no such method.
 */
export const METHODS: { readonly [V in WalletVerb]: Method<V> | null } = {
  personal_sign: {
    name: 'personal_sign',
    params: ({ message, address }) => [message, address],
    account: ({ address }) => address,
    read: asSignature,
  },
  eth_signTypedData_v4: {
    name: 'eth_signTypedData_v4',
    params: ({ address, typedData }) => [address, typedData],
    account: ({ address }) => address,
    read: asSignature,
  },
  eth_sendTransaction: {
    name: 'eth_sendTransaction',
    params: ({ transaction }) => [transaction],
    account: ({ transaction }) => transaction.from,
    read: hash => ({ hash }),
  },
  wallet_switchEthereumChain: {
    name: 'wallet_switchEthereumChain',
    params: ({ chainId }) => [{ chainId: `0x${chainId.toString(16)}` }],
    read: nothing,
  },
  wallet_addEthereumChain: {
    name: 'wallet_addEthereumChain',
    params: ({ chain }) => [chain],
    read: nothing,
  },
  'solana:signIn': null,
  'solana:signMessage': {
    name: 'solana_signMessage',
    params: ({ message, address }) => ({ message: base58Text(message), pubkey: address }),
    account: ({ address }) => address,
    read: (answer, { message }) => ({ signedMessage: message, signature: readSignature(answer) }),
  },
  'solana:signTransaction': {
    name: 'solana_signTransaction',
    params: transactionParams,
    account: ({ address }) => address,
    chain: ({ chain }) => solanaId(chain),
    read: readSigned,
  },
  'solana:signAndSendTransaction': {
    name: 'solana_signAndSendTransaction',
    params: transactionParams,
    account: ({ address }) => address,
    chain: ({ chain }) => solanaId(chain),
    read: answer => ({ signature: readSignature(answer) }),
  },
}

function transactionParams({ transaction, address }: RelayArguments['solana:signTransaction']) {
  return { transaction: base64Text(transaction), pubkey: address }
}

function readSignature(answer: unknown) {
  const read = signed.safeParse(answer)
  const bytes = read.success ? base58Bytes(read.data.signature) : null
  return bytes?.length === SIGNATURE_BYTES ? bytes : null
}

/** Older wallets send the signature alone: it then goes to its signer's place. */
function readSigned(answer: unknown, argument: RelayArguments['solana:signTransaction']) {
  const read = signed.safeParse(answer)
  if (read.success && read.data.transaction !== undefined) {
    const bytes = base64Bytes(read.data.transaction)
    return { signedTransaction: bytes && readTransaction(bytes) && bytes }
  }
  const signature = readSignature(answer)
  const signer = readTransaction(argument.transaction)?.message.keys.indexOf(argument.address) ?? -1
  if (signature === null || signer < 0) return null
  return { signedTransaction: withSignature(argument.transaction, signer, signature) }
}
