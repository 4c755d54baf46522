import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { lazily } from '../../core/lazy.ts'
import { invalidParams, withEipCode } from '../../requests/input/provider-error.ts'
import { createAccess } from './access.ts'
import { ethAccounts, walletGetPermissions, walletRevokePermissions } from './accounts.ts'
import { ethChainId, netVersion } from './chain-id.ts'
import type { EthereumContext, EthereumMethod } from './method.ts'

/** What dapps ask as soon as they find a provider, on every load of their page: it answers, in turn, without the code of the rest. */
const AT_ONCE: ReadonlyMap<string, EthereumMethod> = new Map([
  ['eth_accounts', ethAccounts],
  ['eth_chainId', ethChainId],
  ['net_version', netVersion],
  ['wallet_getPermissions', walletGetPermissions],
  // wagmi waits 100 ms for it, and goes on: what is asked next must not overtake it, and still be told the accounts.
  ['wallet_revokePermissions', walletRevokePermissions],
])

/** Of a chain: what is connected changes nothing about it. */
const OF_CHAIN = ['eth_chainId', 'net_version']

const loadMethods = lazily(() => import('./methods.ts'))

/** One EIP-1193 request. Every refusal carries its number as `data.eipCode`. */
export const ethereumRequest = (context: EthereumContext) => {
  const access = createAccess(context, context.notices)
  /** @param own the context of this call */
  return async (
    { method, params, address }: FrameArgument<'ethereumRequest'>,
    own = context,
  ): Promise<FrameResult<'ethereumRequest'>> => {
    try {
      if (params !== undefined && params !== null && typeof params !== 'object')
        throw invalidParams(`${method}: params must be a list.`)
      const call = { method, params, selected: readProviderAddress(address) }
      // Whoever asks for accounts right after a reload is told of those that are just being found again.
      if (!OF_CHAIN.includes(method)) await own.reconnected
      const serve = AT_ONCE.get(method) ?? (await loadMethods()).serveMethod
      return await serve({ ...own, access }, call)
    } catch (error) {
      throw error instanceof VitrineError ? withEipCode(error) : error
    }
  }
}

/** In one spelling: the chain that the provider is on is kept by it. */
function readProviderAddress(text: string | undefined): string | undefined {
  const address = text?.toLowerCase()
  if (address !== undefined && !/^0x[0-9a-f]{40}$/.test(address))
    throw invalidParams('This provider was made for what is not an address: 0x and 40 hex digits.')
  return address
}
