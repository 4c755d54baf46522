import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { allowsOrigin } from '@vitrine/shared/config/allowed-origin.ts'
import { apiError } from '../../errors/api-error.ts'

/**
 * What the browser wrote into `clientDataJSON` (Web Authentication Level 3, §5.8.1), as far as this server must look at
 * it: the challenge that is answered, and the site around the frame.
 * @throws `invalid_data` (400)
 */
export function readClientData(clientDataJson: string): {
  readonly challenge: string
  readonly crossOrigin: unknown
  readonly topOrigin: unknown
} {
  try {
    const { challenge, crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJson)
    if (typeof challenge === 'string') return { challenge, crossOrigin, topOrigin }
  } catch {
    // Not base64url of JSON: the same refusal.
  }
  throw apiError('invalid_data', 'Check the request: `client_data_json` is not valid.')
}

/**
 * The site that showed the frame must be one of the app's: a page that frames the wallet by a hole in another app's
 * settings gets no passkey of this one. SimpleWebAuthn checks it for logins only, and not for registrations.
 * Top-level in a window of the wallet origin there is no such site, and WebKit never names it; `frame-ancestors` stands
 * in both cases.
 */
export function isFromAllowedSite(
  { crossOrigin, topOrigin }: { readonly crossOrigin: unknown; readonly topOrigin: unknown },
  allowed: readonly string[],
): boolean {
  if (topOrigin === undefined) return true
  return crossOrigin === true && typeof topOrigin === 'string' && allowsOrigin(allowed, topOrigin)
}
