import {
  BrowserProvider,
  type Eip1193Provider,
  Signature,
  Transaction,
  type TypedDataDomain,
  type TypedDataField,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
} from 'ethers'

/** Whose a signature is, as ethers finds in the page that asked for it; the wallet itself signs with viem. */
export interface Verifier {
  message(message: string, signature: string): string
  typedData(
    data: {
      readonly domain: TypedDataDomain
      readonly types: Record<string, TypedDataField[]>
      readonly message: Record<string, unknown>
    },
    signature: string,
  ): string
  /** @param serialized a whole signed transaction, RLP as hex */
  transaction(serialized: string): { readonly from: string | null; readonly value: string }
  /** A transaction on the chain, made again of its fields: its hash is then theirs, and `from` its signature's. */
  sent(hash: string): Promise<{ readonly from: string | null; readonly hash: string | null }>
  authorization(signed: SignedAuthorization): string
}

export interface SignedAuthorization {
  readonly address: string
  readonly chainId: string
  readonly nonce: number
  readonly r: string
  readonly s: string
  readonly yParity: string
}

declare const vitrine: { readonly ethereum: Eip1193Provider }

const verifier: Verifier = {
  message: verifyMessage,
  typedData: ({ domain, types, message }, signature) => verifyTypedData(domain, types, message, signature),
  transaction(serialized) {
    const { from, value } = Transaction.from(serialized)
    return { from, value: String(value) }
  },
  async sent(hash) {
    const found = await new BrowserProvider(vitrine.ethereum).getTransaction(hash)
    if (!found) throw new Error(`${hash} is not on the chain`)
    const { type, to, chainId, nonce, gasLimit, data, value, signature } = found
    const { maxFeePerGas, maxPriorityFeePerGas } = found
    const fields = { type, to, chainId, nonce, gasLimit, data, value, maxFeePerGas, maxPriorityFeePerGas }
    const made = Transaction.from({ ...fields, accessList: found.accessList, signature })
    return { from: made.from, hash: made.hash }
  },
  authorization: ({ address, chainId, nonce, r, s, yParity }) =>
    verifyAuthorization(
      { address, chainId, nonce },
      Signature.from({ r, s, yParity: Number(yParity) ? 1 : 0 }),
    ),
}
;(window as Window & { verifier?: Verifier }).verifier = verifier
