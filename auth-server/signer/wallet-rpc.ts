import { RPC_CHAIN_TYPE, RPC_REQUESTS, type RpcMethod, type RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { type EthereumMethod, ethereumSigning } from '@vitrine/shared/wallet/signing/ethereum.ts'
import { type SolanaMethod, solanaSigning } from '@vitrine/shared/wallet/signing/solana.ts'
import * as z from 'zod/mini'
import { requireAuthorization } from './authorization.ts'
import type { Custody } from './custody.ts'
import { signEd25519 } from './ed25519.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { signSecp256k1 } from './secp256k1.ts'
import { withWalletKey } from './wallet-key.ts'

type Wallet = SignerRequest<'walletRpc'>['wallet']
/** The one thing that is done while a key is in the clear. */
type Sign = (privateKey: Uint8Array) => SignerResponse<'walletRpc'>

/**
 * Performs what the user's device signed, with the wallet's key. The request is read and hashed before the key is
 * opened; the key is in the clear for one synchronous call, as bytes that are wiped, never as a string.
 *
 * @throws SignerRefusal of `requireAuthorization`; `invalid_request` when the signed body is no request that this wallet
 * can perform; `unreadable_envelope` when the row is not the one that this process made for this wallet.
 */
export function walletRpc(
  custody: Custody,
  request: SignerRequest<'walletRpc'>,
): SignerResponse<'walletRpc'> {
  const { wallet, adopter, device, authorization, mfa } = request
  const { walletId, appId, userId } = wallet
  const path = `/wallets/${walletId}/rpc`
  const asked = { appId, userId, adopter, device, authorization, mfa, path }
  const sign = prepared(wallet, requireAuthorization(custody, asked))

  return withWalletKey(custody, wallet, sign)
}

const named = z.object({ method: z.enum(Object.keys(RPC_REQUESTS) as RpcMethod[]) })

/**
 * Reads and hashes what a wallet is asked to sign, before its key is opened.
 * @throws SignerRefusal `invalid_request`
 */
export function prepared(wallet: Wallet, body: unknown): Sign {
  const method = named.safeParse(body).data?.method
  const request = method && RPC_REQUESTS[method].safeParse(body).data
  // A key of one curve never signs what is meant for the other.
  if (!request || RPC_CHAIN_TYPE[request.method] !== wallet.chainType) {
    throw new SignerRefusal(
      'invalid_request',
      'The signed body is not a request that this wallet can perform.',
    )
  }
  try {
    return isEthereum(request) ? forEthereum(request) : forSolana(request as RpcRequest<SolanaMethod>, wallet)
  } catch {
    // Libraries quote the values that they do not like.
    throw new SignerRefusal('invalid_request', 'The signed body cannot be signed as it stands.')
  }
}

const isEthereum = (request: RpcRequest<RpcMethod>): request is RpcRequest<EthereumMethod> =>
  RPC_CHAIN_TYPE[request.method] === 'ethereum'

function forEthereum(request: RpcRequest<EthereumMethod>): Sign {
  const { hash, answer } = ethereumSigning(request)
  return privateKey => ({ method: request.method, data: { ...answer(signSecp256k1(hash, privateKey)) } })
}

function forSolana(request: RpcRequest<SolanaMethod>, { address }: Wallet): Sign {
  const { message, answer } = solanaSigning(request, address)
  return privateKey => ({ method: request.method, data: { ...answer(signEd25519(message, privateKey)) } })
}
