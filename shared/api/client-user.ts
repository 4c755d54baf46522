import * as z from 'zod/mini'
import { clientAccounts, date, dates, shortcuts } from '../account/schemas.ts'
import { CLIENT_MFA_METHODS } from '../mfa/methods.ts'

/** One way to log in, or one wallet, as a host page sees it. */
export const linkedAccount = z.union([
  z.object({
    type: z.literal('wallet'),
    address: z.string(),
    chainType: z.enum(['ethereum', 'solana']),
    walletIndex: z.nullable(z.number()),
    walletClientType: z.optional(z.string()),
    connectorType: z.optional(z.string()),
    recoveryMethod: z.optional(z.string()),
    imported: z.boolean(),
    delegated: z.boolean(),
    id: z.optional(z.string()),
    publicKey: z.optional(z.string()),
    ...dates,
  }),
  ...clientAccounts,
])

/** The user as a host page sees it (contract §3, "Client User"). */
export const user = z.object({
  id: z.string(),
  createdAt: date,
  hasAcceptedTerms: z.boolean(),
  isGuest: z.boolean(),
  customMetadata: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  mfaMethods: z.array(z.enum(CLIENT_MFA_METHODS)),
  linkedAccounts: z.array(linkedAccount),
  ...shortcuts,
  wallet: z.optional(z.object({ address: z.string(), chainType: z.enum(['ethereum', 'solana']) })),
})
export type User = z.infer<typeof user>
