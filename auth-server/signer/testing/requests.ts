import { createPublicKey, verify } from 'node:crypto'
import { recoverTypedSignature, SignTypedDataVersion } from '@metamask/eth-sig-util'
import { address as toAddress } from '@solana/kit'
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { base58Bytes } from '@vitrine/shared/encoding.ts'
import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import {
  Transaction as EthersTransaction,
  getAddress,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
} from 'ethers'

/** A good request of each method, and how a library that is not the signer's own reads the signer out of the answer. */
export interface SampleRequest<M extends RpcMethod> {
  readonly chainType: 'ethereum' | 'solana'
  /** @param address of the wallet that is to sign */
  request(address: string): RpcRequest<M> & { readonly method: M }
  /** The address that signed; `null` when the signature is nobody's. */
  signer(data: RpcData<M>, address: string): string | null
}

const SPENDER = `0x${'11'.repeat(20)}`
const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(9)).toBase58()
const MESSAGE = Buffer.from('hello, Solana')
const types = {
  Permit: [
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
}
const domain = { name: 'Token', chainId: 1, verifyingContract: SPENDER }
const permit = { spender: SPENDER, value: '1' }

const fields = [
  { type: 'string', name: 'Message', value: 'Hi, Alice!' },
  { type: 'uint32', name: 'A number', value: '1337' },
]

export const SAMPLES: { readonly [M in RpcMethod]: SampleRequest<M> } = {
  personal_sign: {
    chainType: 'ethereum',
    request: () => ({ method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }),
    signer: ({ signature }) => verifyMessage('hello', signature),
  },
  eth_signTypedData: {
    chainType: 'ethereum',
    request: () => ({ method: 'eth_signTypedData', params: { fields } }),
    signer: ({ signature }) =>
      getAddress(recoverTypedSignature({ data: fields, signature, version: SignTypedDataVersion.V1 })),
  },
  eth_signTypedData_v4: {
    chainType: 'ethereum',
    request: () => ({
      method: 'eth_signTypedData_v4',
      params: { typed_data: { types, primary_type: 'Permit', domain, message: permit } },
    }),
    signer: ({ signature }) => verifyTypedData(domain, types, permit, signature),
  },
  eth_signTransaction: {
    chainType: 'ethereum',
    request: () => ({
      method: 'eth_signTransaction',
      params: {
        transaction: {
          type: 2,
          to: SPENDER,
          value: '0x1',
          nonce: '0x0',
          gas_limit: '0x5208',
          chain_id: 1,
          max_fee_per_gas: '0x2',
          max_priority_fee_per_gas: '0x1',
        },
      },
    }),
    signer: ({ signed_transaction }) => EthersTransaction.from(signed_transaction).from,
  },
  eth_sign7702Authorization: {
    chainType: 'ethereum',
    request: () => ({
      method: 'eth_sign7702Authorization',
      params: { contract: SPENDER, chain_id: 1, nonce: '0x0' },
    }),
    signer: ({ authorization: { r, s, y_parity } }) =>
      verifyAuthorization({ address: SPENDER, chainId: 1, nonce: 0 }, { r, s, yParity: y_parity }),
  },
  signMessage: {
    chainType: 'solana',
    request: () => ({
      method: 'signMessage',
      params: { message: MESSAGE.toString('base64'), encoding: 'base64' },
    }),
    signer: ({ signature }, address) =>
      holdsEd25519(address, MESSAGE, Buffer.from(signature, 'base64')) ? address : null,
  },
  signTransaction: {
    chainType: 'solana',
    request: address => ({
      method: 'signTransaction',
      params: { transaction: transferFrom(address).toString('base64'), encoding: 'base64' },
    }),
    signer: ({ signed_transaction }, address) =>
      Transaction.from(Buffer.from(signed_transaction, 'base64')).verifySignatures() ? address : null,
  },
}

/** An unsigned transfer of one lamport that the address pays for, in the legacy format. */
export function transferFrom(address: string): Buffer {
  const payer = new PublicKey(address)
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 1 })
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: BLOCKHASH }).add(transfer)
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
}

/** The same in version 0. */
export function versionedTransferFrom(address: string): Buffer {
  const payerKey = new PublicKey(address)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: PublicKey.default, lamports: 1 })
  const message = new TransactionMessage({ payerKey, recentBlockhash: BLOCKHASH, instructions: [transfer] })
  return Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize())
}

/** In version 1, with more bytes than earlier versions have room for. */
export function version1TransferFrom(payer: string): Buffer {
  const transfer = SystemProgram.transfer({
    fromPubkey: new PublicKey(payer),
    toPubkey: PublicKey.unique(),
    lamports: 1,
  })
  const memo = { programAddress: toAddress(PublicKey.unique().toBase58()), data: new Uint8Array(3_000) }
  const instructions = [kitInstruction(transfer), memo]
  const config = { computeUnitLimit: 1_000, priorityFeeLamports: 1n }
  return Buffer.from(kitTransaction({ payer, blockhash: BLOCKHASH, instructions, config }))
}

/** What is signed of a transaction. */
export const messageOf = (transaction: Buffer): Buffer =>
  Buffer.from(readTransaction(transaction)?.messageBytes ?? [])

/** Ed25519 by OpenSSL. @param address base58 */
export function holdsEd25519(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(base58Bytes(address) ?? []).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}
