import * as z from 'zod/mini'
import type { AppConfig } from './app-config.ts'
import { embedderOrigin, webOrigin } from './web-origin.ts'

/** The JSON block `#vitrine-boot` of the frame document, as the server writes it. */
export interface FrameBoot {
  readonly app: AppConfig
  /** The server's clock when the document was made, unix ms: corrects DPoP `iat` on a device whose clock is wrong. */
  readonly now: number
  /** Of the server's, for the first proof of the device's key; later ones come with its answers. */
  readonly dpopNonce?: string
  /** Of the server's signer process, asked of it itself. */
  readonly signer: SignerKeys
  /** Where captcha vendors' scripts run, if not on the wallet origin. */
  readonly captchaOrigin?: string
  /** Of a window: a document of this origin opened it. Absent: a link, another site or nobody knows who. */
  readonly began?: boolean
  /** Backends of the site that `vitrine.fetch` may give the access token; read when it is first called. */
  readonly fetchOrigins?: readonly string[]
  /** The hash of the build that the document is of; absent where the server does not know it, or its files are others. */
  readonly build?: string
}

/**
 * Public keys of the signer process, each an uncompressed P-256 point (base64url): `recipient` is what a device encrypts to
 * what proves its login, `identity` what the signer signs by. `signature` is the identity's over the recipient.
 */
export const signerKeys = z.object({ recipient: z.string(), identity: z.string(), signature: z.string() })
export type SignerKeys = z.infer<typeof signerKeys>

/** What the frame cannot do without; the rest of the config is read apart, and asked for again when it cannot be. */
export const frameBoot = z.object({
  app: z.looseObject({ id: z.string(), name: z.string(), allowed_domains: z.array(embedderOrigin) }),
  now: z.number(),
  dpopNonce: z.optional(z.string()),
  signer: signerKeys,
  captchaOrigin: z.optional(webOrigin),
  began: z.optional(z.boolean()),
  build: z.optional(z.string()),
})
/** The same block of the page that providers come back to, which is no app's. */
export const callbackBoot = z.object({ signer: signerKeys })
export type CallbackBoot = z.infer<typeof callbackBoot>
export type ReadFrameBoot = z.infer<typeof frameBoot>
