import * as z from 'zod'
import { adopter, authorization, device, id, short } from './operation-shapes.ts'

/** What is asked of the signer for wallets' keys. */
export const WALLET_OPERATIONS = {
  /** Makes the salt of an installation's entropies, sealed; it is stored before the first user needs it. */
  makeEntropySalt: {
    request: z.strictObject({}),
    response: z.strictObject({ sealed: z.string() }),
  },
  /**
   * Makes the wallet with this index; `sealedEntropy` is null for a user's first, which takes the installation's
   * `entropySalt`, and comes back to be stored.
   */
  createWallet: {
    request: z.strictObject({
      walletId: id,
      appId: id,
      userId: id,
      chainType: z.enum(['ethereum', 'solana']),
      walletIndex: z.number().int().min(0).max(0x7fffffff),
      sealedEntropy: z.nullable(z.string().max(4096)),
      entropySalt: z.optional(z.string().max(4096)),
      device,
      authorization,
    }),
    response: z.strictObject({
      address: z.string(),
      publicKey: z.string(),
      sealedKey: z.string(),
      sealedEntropy: z.string(),
    }),
  },
  /** Performs the RPC method that the signed body names; the body, not the caller, says what is signed. */
  walletRpc: {
    request: z.strictObject({
      wallet: z.strictObject({
        walletId: id,
        appId: id,
        userId: id,
        chainType: z.enum(['ethereum', 'solana']),
        address: short,
        sealedKey: z.string().max(4096),
      }),
      adopter,
      device,
      authorization,
    }),
    response: z.strictObject({ method: z.string(), data: z.record(z.string(), z.unknown()) }),
  },
  /** Gives the keys of an on-device wallet's shares to the device that asks, encrypted so that only its vault reads them. */
  releaseShareKeys: {
    request: z.strictObject({ appId: id, userId: id, adopter, device, authorization }),
    response: z.strictObject({ keys: z.string(), signature: z.string() }),
  },
} as const
