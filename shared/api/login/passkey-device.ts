import { base64urlText } from '../../encoding.ts'

const LABEL = 'vitrine/passkey-device/v1'

/**
 * What a passkey signs in the place of the server's challenge: SHA-256 of the challenge and of the device that logs in with
 * it. So an answer is worth nothing to another device, whoever relays it.
 * @param challenge of `/init`, base64url
 * @param device RFC 7638 thumbprint of the key that signs the request
 * @returns base64url
 */
export async function deviceChallenge(challenge: string, device: string): Promise<string> {
  // Neither has a line break, so no two pairs are written alike.
  const text = new TextEncoder().encode([LABEL, challenge, device].join('\n'))
  return base64urlText(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
}
