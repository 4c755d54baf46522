import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret of an endpoint, as Standard Webhooks writes it: `whsec_` and base64 of 24 to 64 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/**
 * The headers of a message (Standard Webhooks 1.0.0, "Webhook Headers"): HMAC-SHA256 of `id.timestamp.body` under the
 * secret's bytes. The time is of the try at hand: a backend refuses what is old, and so what somebody recorded.
 * @param now unix ms
 */
export function signedHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
