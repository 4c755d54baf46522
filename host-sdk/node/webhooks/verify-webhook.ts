import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { configurationError, type VitrineServerOptions } from '../server-options.ts'
import { createMemoryReplayStore } from './replay-store.ts'
import { readMessage, toWebhookEvent, type WebhookEvent } from './webhook-event.ts'

/** A request's headers, of the Fetch standard or of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface Webhooks {
  /**
   * Checks a message (Standard Webhooks 1.0.0): its time, its signature by one of the secrets, that it is of this app, and that it was not
   * taken before. It counts as taken from then on: `release` it where your work fails, or the next delivery is refused.
   * @param rawBody the bytes of the request, or their text, before anybody parses them
   * @throws VitrineError `expired_or_invalid_authorization` for a wrong signature or time, `resource_conflict` for one that was taken
   *   (answer 200: you have it), `invalid_data` for a body that was parsed or is no message
   */
  verify(rawBody: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders): Promise<WebhookEvent>
  /** Lets a message come again whose work failed. */
  release(event: Pick<WebhookEvent, 'id'>): Promise<void>
}

/** How far a message's time may be from now: what somebody recorded must not work for ever. */
const TOLERANCE_S = 300

export function createWebhooks({
  appId,
  webhookSecret = [],
  replayStore = createMemoryReplayStore(),
}: Pick<VitrineServerOptions, 'appId' | 'webhookSecret' | 'replayStore'>): Webhooks {
  const keys = [webhookSecret].flat().map(importSecret)

  return {
    async verify(rawBody, headers) {
      if (keys.length === 0)
        throw configurationError('`webhookSecret` is missing: it is what `webhook add` printed.')
      const body = bytesOf(rawBody)
      const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name =>
        read(headers, `webhook-${name}`),
      ) as [string, string, string]
      if (!/^[\x21-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp))
        throw refused('has no `webhook-id` and `webhook-timestamp`')
      const at = Number(timestamp)
      if (Math.abs(Date.now() / 1000 - at) > TOLERANCE_S)
        throw refused('is more than five minutes old, or from the future')
      const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body)
      if (!(await isSigned(await Promise.all(keys), signatures, signed)))
        throw refused('is not signed by your `webhookSecret`')
      const message = readMessage(new TextDecoder().decode(body))
      if (!message) throw clientError('invalid_data', 'This webhook is no message of Vitrine.')
      // One address may serve several apps, under one secret.
      if (message.data.app_id !== appId) throw refused('is of another app')
      if (!(await replayStore.claim(id, new Date((at + TOLERANCE_S + 1) * 1000))))
        throw clientError('resource_conflict', `The webhook ${id} was taken before.`)
      return toWebhookEvent(id, message)
    },
    async release({ id }) {
      await replayStore.release(id)
    },
  }
}

const refused = (why: string) => clientError('expired_or_invalid_authorization', `This webhook ${why}.`)

/** By any of the keys, while one takes the place of the other. `verify` takes the same time wherever the first wrong byte is. */
async function isSigned(keys: readonly CryptoKey[], signatures: string, signed: Uint8Array<ArrayBuffer>) {
  const given = signatures
    .split(' ')
    // A message has one for each secret of its sender; a thousand would be work for nothing.
    .slice(0, 8)
    .flatMap(each => (each.startsWith('v1,') ? (fromBase64(each.slice(3)) ?? []) : []))
  const checks = keys.flatMap(key => given.map(each => crypto.subtle.verify('HMAC', key, each, signed)))
  return (await Promise.all(checks)).includes(true)
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' && secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : null
  // Standard Webhooks, "Signature scheme": 24 to 64 bytes.
  if (!bytes || bytes.length < 24 || bytes.length > 64)
    throw configurationError(
      '`webhookSecret` is no webhook secret: it begins with whsec_, as `webhook add` printed it.',
    )
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw clientError(
    'invalid_data',
    'A webhook is signed as its raw bytes, and this body was parsed before: give `verify` the bytes, as `express.raw({type: "*/*"})` or `await request.text()` has them.',
  )
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** A header that came twice is none. */
function read(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : Object(headers)[name]
  return typeof value === 'string' ? value : ''
}
