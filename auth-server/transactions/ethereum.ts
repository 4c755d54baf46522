import * as z from 'zod'
import { callNode } from './json-rpc.ts'
import type { Answer, Sent } from './outcome.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)

const receipt = z.nullable(z.object({ status: quantity, from: address }))
const transaction = z.nullable(z.object({ to: z.nullish(address), value: quantity }))

/** By its receipt (EIP-658): `status` 1 is success. To whom and how much is read from the chain, not from who reported it. */
export async function askEthereum(url: string, { hash, address: sender }: Sent): Promise<Answer> {
  const found = await callNode(url, 'eth_getTransactionReceipt', [hash], receipt)
  if (found === null) return { outcome: 'pending' }
  if (found.from.toLowerCase() !== sender.toLowerCase()) return { outcome: 'foreign' }
  const sent = await callNode(url, 'eth_getTransactionByHash', [hash], transaction)
  const outcome = BigInt(found.status) === 1n ? 'confirmed' : 'reverted'
  if (sent === null) return { outcome }
  return { outcome, ...(sent.to && { to: sent.to }), value: BigInt(sent.value).toString() }
}
