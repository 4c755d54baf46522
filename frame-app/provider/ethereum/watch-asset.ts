import { type AskedAsset, readAsset } from '../../approval/ethereum/reads/read-asset.ts'
import { safeSymbol } from '../../approval/explain/token-symbol.ts'
import type { Address, WatchedAsset } from '../../chains/ethereum/ports.ts'
import {
  optional,
  readAddress,
  readCount,
  readDecimals,
  readRecord,
  readText,
} from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { accountOf } from './account-of.ts'
import type { EthereumMethod } from './method.ts'

const TYPES = ['ERC20', 'ERC721', 'ERC1155'] as const

interface Offer extends AskedAsset {
  /** EIP-155; the provider's chain where the page names none. */
  readonly chainId: number | undefined
  /** What the page says of a coin. */
  readonly symbol: string | undefined
  readonly decimals: number | undefined
}

/**
 * EIP-747: the person may add the token to those that the wallet shows. What is shown is what the contract says: a page that
 * says something else is refused. Its picture is not loaded, since whoever serves it would learn of the person.
 */
export const walletWatchAsset: EthereumMethod = async (context, call) => {
  const offer = readOffer(call.method, call.params)
  const owner = accountOf(context, call, undefined).address as Address
  const networks = await context.ethereum()
  const network = networks.of(offer.chainId ?? networks.currentOf(call.selected))
  // It ends with the node's own limits; nobody waits for it on a screen yet.
  const facts = await readAsset(network, offer, owner, new AbortController().signal)
  refuseOther(offer, facts)
  const { standard, address, tokenId } = offer
  const { symbol, decimals, name, balance } = facts
  const asset: WatchedAsset = {
    chainId: network.chain.id,
    owner,
    standard,
    address,
    tokenId,
    symbol,
    decimals,
  }
  // Asked once: to be asked again for what is there would only wear a person out.
  if (networks.assets.has(asset)) return true
  const { chain } = network
  await context.screens.show<'watch-asset'>({ kind: 'watch-asset', chain, asset, name, balance })
  networks.assets.add(asset)
  return true
}

function readOffer(method: string, params: unknown): Offer {
  // As an object by the standard; some libraries wrap it in a list.
  const fields = readRecord(Array.isArray(params) ? params[0] : params, `${method}: params`)
  const standard = TYPES.find(type => type === fields.get('type'))
  if (!standard) throw invalidParams(`${method}: type must be "ERC20", "ERC721" or "ERC1155".`)
  const options = readRecord(fields.get('options'), `${method}: options`)
  const address = readAddress(options.get('address'), 'options.address')
  const symbol = options.get('symbol')
  return {
    standard,
    address,
    chainId: optional(options, 'chainId', readCount, 'options.'),
    symbol: symbol === undefined ? undefined : readText(symbol, 'options.symbol', 11),
    decimals: optional(options, 'decimals', readDecimals, 'options.'),
    tokenId: standard === 'ERC20' ? null : readTokenId(options.get('tokenId')),
  }
}

/** Decimal digits of a number below 2^256. */
function readTokenId(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (
    typeof text !== 'string' ||
    !/^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text) ||
    BigInt(text) >> 256n !== 0n
  )
    throw invalidParams('options.tokenId must be the number of the token, as a text.')
  return BigInt(text).toString()
}

function refuseOther(
  { symbol, decimals }: Offer,
  said: { readonly symbol: string | null; readonly decimals: number | null },
): void {
  if (decimals !== undefined && said.decimals !== null && decimals !== said.decimals)
    throw invalidParams(`options.decimals is ${decimals}, and the contract says ${said.decimals}.`)
  const claimed = symbol === undefined ? null : safeSymbol(symbol)
  if (symbol !== undefined && said.symbol !== null && claimed?.toLowerCase() !== said.symbol.toLowerCase())
    throw invalidParams(`options.symbol is "${symbol}", and the contract says "${said.symbol}".`)
}
