import { invalidParams } from '../provider-error.ts'
import { readAddress, readCount, readRecord, readText } from './fields.ts'
import type { EthereumMethod } from './method.ts'

const TYPES: readonly unknown[] = ['ERC20', 'ERC721', 'ERC1155']

/**
 * EIP-747. This wallet has no list of tokens: what an approval shows of a token it reads from the token itself. So a token
 * that is well described is taken note of, as the standard's `true`, and nothing of it is kept or believed.
 */
export const walletWatchAsset: EthereumMethod = (_context, { method, params }) => {
  // As an object by the standard; some libraries wrap it in a list.
  const fields = readRecord(Array.isArray(params) ? params[0] : params, `${method}: params`)
  if (!TYPES.includes(fields.get('type')))
    throw invalidParams(`${method}: type must be "ERC20", "ERC721" or "ERC1155".`)
  const options = readRecord(fields.get('options'), `${method}: options`)
  readAddress(options.get('address'), 'options.address')
  const symbol = options.get('symbol')
  if (symbol !== undefined) readText(symbol, 'options.symbol', 11)
  const decimals = options.get('decimals')
  const count = typeof decimals === 'string' ? readCount(decimals, 'options.decimals') : decimals
  if (count !== undefined && !(Number.isInteger(count) && Number(count) >= 0 && Number(count) <= 36))
    throw invalidParams(`${method}: options.decimals must be a number from 0 to 36.`)
  return true
}
