import * as z from 'zod/mini'

/**
 * Who holds a wallet's key: the server's signer process, the person's devices, or another wallet app. It is known on this
 * side of the bridge only: a page asks for the same whoever holds the key.
 */
export type Custody = 'server' | 'device' | 'external'

/** A wallet as a host sees it (host-api.md `Wallet`). One that was made elsewhere has no index and no recovery here. */
export const wallet = z.object({
  address: z.string(),
  chainType: z.enum(['ethereum', 'solana']),
  walletIndex: z.nullable(z.number()),
  walletClientType: z.string(),
  connectorType: z.string(),
  imported: z.boolean(),
  delegated: z.boolean(),
  recoveryMethod: z.nullable(z.string()),
  publicKey: z.optional(z.string()),
  id: z.optional(z.string()),
})
export type Wallet = z.infer<typeof wallet>
