import { RPC_REQUESTS, type RpcMethod, type RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { requireAuthorization } from './authorization.ts'
import type { Custody } from './custody.ts'
import { open } from './envelope.ts'
import { ethereumAddress } from './ethereum-address.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { personalSign } from './personal-sign.ts'
import { SignerRefusal } from './refusal.ts'

type Perform<M extends RpcMethod> = (
  request: RpcRequest<M>,
  privateKey: Uint8Array,
) => Record<string, unknown>

const METHODS = {
  personal_sign: personalSign,
} satisfies { [M in RpcMethod]: Perform<M> }

/**
 * Performs what the user's device signed, with the wallet's key. The key is in the clear for one synchronous call, as
 * bytes that are wiped, never as a string.
 *
 * @throws SignerRefusal of `requireAuthorization`; `invalid_request` when the signed body names no known method;
 * `unreadable_envelope` when the row is not the one that this process made for this wallet.
 */
export function walletRpc(
  custody: Custody,
  request: SignerRequest<'walletRpc'>,
): SignerResponse<'walletRpc'> {
  const { wallet, device, authorization } = request
  const { walletId, appId, userId, chainType, address } = wallet
  const path = `/wallets/${walletId}/rpc`
  const perform = prepared(requireAuthorization(custody, { appId, userId, device, authorization, path }))

  const context = { purpose: 'wallet-key', walletId, appId, userId, chainType, address } as const
  const key = { key: custody.keyring.envelope, keyId: custody.keyring.keyId }
  const privateKey = open(key, context, wallet.sealedKey)
  try {
    // The envelope names the address already; a key that gives another one must not sign in its name.
    if (ethereumAddress(privateKey) !== address) {
      throw new SignerRefusal('unreadable_envelope', 'The key does not belong to the address of the wallet.')
    }
    return perform(privateKey)
  } finally {
    privateKey.fill(0)
  }
}

/** Reads the signed body before any key is opened. */
function prepared(body: unknown): (privateKey: Uint8Array) => SignerResponse<'walletRpc'> {
  for (const method of Object.keys(METHODS) as RpcMethod[]) {
    const parsed = RPC_REQUESTS[method].safeParse(body)
    if (parsed.success)
      return privateKey => ({ method, data: { ...METHODS[method](parsed.data, privateKey) } })
  }
  throw new SignerRefusal('invalid_request', 'The signed body is not a request that this wallet can perform.')
}
