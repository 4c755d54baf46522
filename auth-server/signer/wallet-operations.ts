import { importInitRequest, sealedKey } from '@vitrine/shared/wallet/import-export.ts'
import * as z from 'zod'
import { mfaClaim } from './mfa-shapes.ts'
import {
  accountSealFacts,
  adopter,
  authorization,
  device,
  id,
  identity,
  MAX_EXPECTED_IDENTITIES,
  presence,
  short,
} from './operation-shapes.ts'

const chainType = z.enum(['ethereum', 'solana'])
/** A user's account by which they log in, with the signer's word for it. */
const sealedAccount = identity.extend({ facts: z.optional(accountSealFacts), seal: short })
/** Ordered as the row has them: the envelope names them so. */
const expectedIdentities = z.array(identity).min(1).max(MAX_EXPECTED_IDENTITIES).readonly()
/** The row of a wallet. */
const wallet = z.strictObject({
  walletId: id,
  appId: id,
  userId: id,
  chainType,
  address: short,
  sealedKey: z.string().max(4096),
  /** The key was brought from elsewhere. */
  isImported: z.optional(z.literal(true)),
})

/** A key that was brought and is one of its curve and address, sealed; or why it is not taken. */
const brought = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), address: z.string(), publicKey: z.string(), sealedKey: z.string() }),
  z.strictObject({
    ok: z.literal(false),
    reason: z.enum(['sealed', 'key', 'words', 'checksum', 'address']),
  }),
])

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
      chainType,
      walletIndex: z.number().int().min(0).max(0x7fffffff),
      sealedEntropy: z.nullable(z.string().max(4096)),
      entropySalt: z.optional(z.string().max(4096)),
      device,
      authorization,
      mfa: mfaClaim,
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
      wallet,
      adopter,
      device,
      authorization,
      mfa: mfaClaim,
    }),
    response: z.strictObject({ method: z.string(), data: z.record(z.string(), z.unknown()) }),
  },
  /** Gives the keys of an on-device wallet's shares to the device that asks, encrypted so that only its vault reads them. */
  releaseShareKeys: {
    request: z.strictObject({ appId: id, userId: id, adopter, device, authorization, mfa: mfaClaim }),
    response: z.strictObject({ keys: z.string(), signature: z.string() }),
  },
  /** What a key is encrypted to on its way here; `userId` is `null` for an operator's. `signature`: `SignerStatement`, `import-key`. */
  issueImportKey: {
    request: z.strictObject({
      appId: id,
      userId: z.nullable(id),
      importId: id,
      chainType: z.nullable(chainType),
      address: z.nullable(importInitRequest.shape.address),
    }),
    response: z.strictObject({ publicKey: z.string(), signature: z.string() }),
  },
  /** Takes a key that a person brings; the body that the device signed says which. */
  importKey: {
    request: z.strictObject({
      walletId: id,
      appId: id,
      userId: id,
      importId: id,
      device,
      presence,
      authorization,
      mfa: mfaClaim,
    }),
    response: brought,
  },
  /** Gives a key, or the words that it is of, to who can open what is encrypted to the recipient that the device signed. */
  exportKey: {
    request: z.strictObject({
      wallet,
      /** Of words. */
      sealedEntropy: z.optional(z.string().max(4096)),
      adopter,
      device,
      presence,
      authorization,
      mfa: mfaClaim,
    }),
    response: z.strictObject({ ciphertext: z.string(), encapsulatedKey: z.string() }),
  },
  /** Takes a key that an app's operator brings, for a user or for who first logs in as an identity. */
  receiveKey: {
    request: z.strictObject({
      appId: id,
      importId: id,
      owner: z.union([
        z.strictObject({ userId: id, walletId: id, account: z.optional(sealedAccount) }),
        z.strictObject({ pendingId: id, ...identity.shape }),
      ]),
      wallet: sealedKey,
    }),
    response: brought,
  },
  /** Gives a key that waits to the user whose identity it waits for. */
  claimKey: {
    request: z.strictObject({
      appId: id,
      walletId: id,
      userId: id,
      account: sealedAccount,
      waiting: wallet.pick({ chainType: true, address: true, sealedKey: true }).extend({ pendingId: id }),
    }),
    response: z.strictObject({ sealedKey: z.string() }),
  },
  /** Makes a key for who first logs in as one of these identities. */
  pregenerateKey: {
    request: z.strictObject({ walletId: id, appId: id, identities: expectedIdentities, chainType }),
    response: z.strictObject({ address: z.string(), publicKey: z.string(), sealedKey: z.string() }),
  },
  /** Gives it to the user who has one of them. */
  claimExpectedKey: {
    request: z.strictObject({
      appId: id,
      /** Of the wallet as the user will have it. */
      walletId: id,
      userId: id,
      account: sealedAccount,
      expected: wallet
        .pick({ walletId: true, chainType: true, address: true, sealedKey: true })
        .extend({ identities: expectedIdentities }),
    }),
    response: z.strictObject({ sealedKey: z.string() }),
  },
} as const
