import * as z from 'zod'
import { callNode } from './json-rpc.ts'
import type { Answer, Sent } from './outcome.ts'

const statuses = z.object({
  value: z.array(z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))),
})
const found = z.nullable(
  z.object({
    transaction: z.object({
      message: z.object({
        accountKeys: z.array(z.string()).max(256),
        header: z.object({ numRequiredSignatures: z.number() }),
      }),
    }),
  }),
)

/** By its status at the commitment `confirmed`, once the address is found among those who signed it. */
export async function askSolana(url: string, { hash, address }: Sent): Promise<Answer> {
  const options = { searchTransactionHistory: true }
  const { value } = await callNode(url, 'getSignatureStatuses', [[hash], options], statuses)
  const [status] = value
  const level = status?.confirmationStatus
  if (!status || (level !== 'confirmed' && level !== 'finalized')) return { outcome: 'pending' }
  const read = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }
  const sent = await callNode(url, 'getTransaction', [hash, read], found)
  if (sent === null) return { outcome: 'pending' }
  const { accountKeys, header } = sent.transaction.message
  if (!accountKeys.slice(0, header.numRequiredSignatures).includes(address)) return { outcome: 'foreign' }
  return { outcome: status.err === null || status.err === undefined ? 'confirmed' : 'reverted' }
}
