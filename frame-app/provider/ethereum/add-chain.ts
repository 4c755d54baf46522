import type { EthereumChain, EthereumNetworks } from '../../chains/ethereum/ports.ts'
import { claimedName } from '../../config/chains.ts'
import {
  optional,
  readDecimals,
  readList,
  readParams,
  readRecord,
  readText,
} from '../../requests/input/fields.ts'
import { EIP_CODE, numbered } from '../../requests/input/provider-error.ts'
import { bringWallet, readChainId } from './chain.ts'
import type { EthereumMethod } from './method.ts'

const MAX_URLS = 10

/**
 * EIP-3085. A chain that the wallet has is left as it is. Another one is taken with those of its endpoints that the app's
 * config allows, once they answer with the chain's own id. The provider is then on it, as with other wallets.
 */
export const walletAddEthereumChain: EthereumMethod = async (context, call) => {
  const [asked] = readParams(call)
  const fields = readRecord(asked, `${call.method}: the first parameter`)
  const chainId = readChainId(fields.get('chainId'), 'chainId')
  const networks = await context.ethereum()
  if (!networks.chains.some(({ id }) => id === chainId))
    await networks.add(readChain(networks, chainId, fields))
  await bringWallet(context, networks.of(chainId).chain, call)
  networks.switchTo(chainId, call.selected)
  return null
}

function readChain(
  networks: EthereumNetworks,
  id: number,
  fields: ReadonlyMap<string, unknown>,
): EthereumChain {
  const name = readText(fields.get('chainName'), 'chainName', 80)
  // Beside its number it would still be read as the other one.
  if (networks.chains.some(chain => chain.name.toLowerCase() === name.toLowerCase()))
    throw refused(`Another chain of this wallet is called "${name}".`)
  const currency = readRecord(fields.get('nativeCurrency'), 'nativeCurrency')
  if (readDecimals(currency.get('decimals'), 'nativeCurrency.decimals') !== 18)
    throw refused('nativeCurrency.decimals must be 18.')
  const urls = readList(fields.get('rpcUrls'), 'rpcUrls', MAX_URLS)
  const rpcUrls = urls.filter(
    (url): url is string => typeof url === 'string' && networks.isAllowedRpc(url, id),
  )
  if (rpcUrls.length === 0)
    throw refused(
      `This wallet connects only to endpoints that its operator has allowed for this chain, and none of the rpcUrls of "${name}" is among them.`,
    )
  const list = (value: unknown, at: string) => readList(value, at, MAX_URLS)
  const [explorer] = optional(fields, 'blockExplorerUrls', list) ?? []
  return {
    id,
    name: claimedName(name, id),
    rpcUrls,
    nativeCurrency: {
      name: readText(currency.get('name') ?? name, 'nativeCurrency.name', 80),
      symbol: readText(currency.get('symbol'), 'nativeCurrency.symbol', 11),
      decimals: 18,
    },
    blockExplorerUrl:
      typeof explorer === 'string' && /^https:\/\/\S{1,2000}$/.test(explorer) ? explorer : null,
    isTestnet: false,
  }
}

const refused = (message: string) => numbered('unsupported_chain_id', message, EIP_CODE.unrecognizedChain)
