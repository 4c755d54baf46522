import * as z from 'zod/mini'
import { base64Bytes } from '../encoding.ts'
import { begunFlow, granted } from './oauth-flow.ts'

/**
 * `/recovery` (contract §2.8): leave to keep a secret in the person's own cloud. The window, its flow and what is sealed for
 * the signer are those of social login (`oauth-flow.ts`).
 */
export const CLOUD_RECOVERIES = ['google-drive', 'icloud'] as const
export type CloudRecovery = (typeof CLOUD_RECOVERIES)[number]

/** POST /oauth/init (Google Drive) and /oauth/init_icloud; both answer as a login's `/init`. */
const { purpose: _, ...flow } = begunFlow
export const driveInitRequest = z.object(flow)
export const icloudInitRequest = z.object({ ...flow, client_type: z.literal('web') })

/**
 * POST /oauth/authenticate, which the device signs. The verifier is sealed (`login-secret.ts`) for the purpose `recovery`, the
 * identity `{type: provider, subject: state_code}` and the user.
 */
export const recoveryAuthenticateRequest = z.object({
  provider: z.enum(CLOUD_RECOVERIES),
  ...granted,
  /** A P-256 public key that the frame made for this one answer, base64 SPKI. */
  recipient: z.string().check(z.maxLength(256), z.regex(/^[A-Za-z\d+/]+={0,2}$/)),
})
/**
 * The cloud's access token as a compact JWE (ECDH-ES, A256GCM) for `recipient`: the API process, which relays it, could else
 * take the person's secret out of their cloud. `signature`: see `SignerStatement`, `cloud-token`; without it that process could
 * answer with a token of a cloud of its own, and have the secret put there.
 */
export const recoveryAuthenticateResponse = z.object({
  access_token: z.string().check(z.maxLength(16_384)),
  signature: z.string(),
})

/** POST /configuration_icloud. */
export const icloudConfigurationRequest = z.object({ client_type: z.literal('web') })
export const icloudConfigurationResponse = z.object({
  container_identifier: z.string(),
  api_token: z.string(),
  environment: z.enum(['development', 'production']),
})

/**
 * The site's own recovery key (`recovery-encryption-key`). Its backend enters it with the app secret, by
 * `POST /users/:user_id/recovery_key`; the vault of a device of that user takes it once. Until then the device asks.
 */
export const RECOVERY_KEY_LIFETIME_MS = 10 * 60_000
export const enterRecoveryKeyRequest = z.strictObject({
  /** 32 to 64 random bytes, base64; the same for a user every time. */
  recovery_key: z.string().check(z.minLength(44), z.maxLength(88), z.regex(/^[A-Za-z\d+/]+={0,2}$/)),
})
/** @returns its bytes; `null` for what has fewer or more, or is not the one way to write them */
export function readRecoveryKey(written: string): Uint8Array<ArrayBuffer> | null {
  const bytes = base64Bytes(written)
  return bytes && bytes.length >= 32 && bytes.length <= 64 ? bytes : null
}
/** POST /recovery/encryption_key/request: tells the backend (webhook `wallet.recovery_key_requested`) that one is waited for. */
export const recoveryKeyStateResponse = z.object({ is_there: z.boolean() })
/** POST /recovery/encryption_key/claim, which the device signs; `recipient` as of POST /embedded_wallets/keys. */
export const claimRecoveryKeyRequest = z.strictObject({
  recipient: z.string().check(z.maxLength(256), z.regex(/^[A-Za-z\d+/]+={0,2}$/)),
})
/** `sealed`: a compact JWE; `signature`: see `SignerStatement`, `recovery-key`. */
export const claimRecoveryKeyResponse = z.object({ sealed: z.string(), signature: z.string() })
