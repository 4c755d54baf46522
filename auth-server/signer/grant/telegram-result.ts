import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { LAUNCH_MAX_AGE_S, RESULT_MAX_AGE_S } from '@vitrine/shared/api/login/telegram.ts'
import * as z from 'zod'
import type { BotSettings } from '../../oauth-providers/telegram-bot.ts'
import { outsidePicture, outsideText } from '../../outside-text.ts'

/** Clocks differ by this much: what is from further ahead would be good for longer than it may. */
const CLOCK_TOLERANCE_S = 30

const id = z
  .union([z.number().int().positive().transform(String), z.string()])
  .pipe(z.string().regex(/^\d{1,20}$/))
const text = z.optional(z.string())
/** A person, as both forms name them; the rest of what they tell is of no use here. */
const person = z.object({ id, first_name: text, last_name: text, username: text, photo_url: text })
const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** What Telegram told, whoever brought it. */
interface Told {
  readonly form: 'result' | 'launch'
  /** All its fields but those that prove the rest. */
  readonly fields: ReadonlyMap<string, string>
  readonly hash: string
  /** Of Mini Apps alone, base64url. */
  readonly signature: string | null
  readonly person: z.infer<typeof person>
  /** Unix s. */
  readonly date: number
}

export interface TelegramPerson {
  readonly profile: {
    readonly subject: string
    readonly firstName?: string
    readonly lastName?: string
    readonly username?: string
    readonly photoUrl?: string
  }
  /** Names what was told: it is good for one login. `until`, unix ms: it is too old by then. */
  readonly once: { readonly digest: string; readonly until: number }
  /** By the page of a Mini App. */
  readonly isBrought: boolean
}

/**
 * Checks what Telegram says of a person to this bot, by its login page (base64url of JSON) or to a Mini App (`initData`):
 * 1. It has the form that Telegram gives it, and no field could be read as two.
 * 2. It is new: at most 10 minutes, of a Mini App an hour, and not from the future.
 * 3. Telegram said it, to this bot: HMAC-SHA256 under a key that comes from the bot's token, or, of a Mini App, Telegram's own
 *    Ed25519 signature for this bot's id.
 * @param raw as it came
 * @param now unix ms
 * @see https://core.telegram.org/widgets/login#checking-authorization
 * @see https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function readTelegram(
  raw: string,
  settings: BotSettings,
  token: string,
  now: number,
): TelegramPerson | 'refused' | 'expired' {
  // 1.
  const told = /^[\w-]+$/.test(raw) ? readResult(raw) : readLaunch(raw)
  if (!told) return 'refused'
  const { form, fields, person, date } = told
  // A line break in a field would begin another one in what is signed.
  if ([...fields].some(it => /[\n\r]/.test(it.join('')))) return 'refused'

  // 2.
  const maxAge = form === 'result' ? RESULT_MAX_AGE_S : LAUNCH_MAX_AGE_S
  const age = now / 1000 - date
  if (!(age <= maxAge)) return 'expired'
  if (age < -CLOCK_TOLERANCE_S) return 'refused'

  // 3.
  if (!holdsHash(told, token) && !holdsSignature(told, settings)) return 'refused'

  const { id: subject, first_name: firstName, last_name: lastName, username, photo_url: photoUrl } = person
  const profile = {
    subject,
    ...present({
      firstName: outsideText(firstName),
      lastName: outsideText(lastName),
      username: outsideText(username),
      photoUrl: outsidePicture(photoUrl),
    }),
  }
  // Of the fields alone: neither proof covers the other.
  const digest = createHash('sha256')
    .update(`${settings.client_id}:${form}\n${lines(unsigned(fields))}`)
    .digest('base64url')
  return { profile, once: { digest, until: (date + maxAge) * 1000 + 1 }, isBrought: form === 'launch' }
}

function readResult(raw: string): Told | null {
  const all = flat.safeParse(parse(Buffer.from(raw, 'base64url').toString('utf8'))).data
  const named = person.safeParse(all).data
  if (!all || !named) return null
  const fields = new Map(Object.entries(all).map(([name, value]) => [name, String(value)]))
  return whole('result', fields, named)
}

function readLaunch(raw: string): Told | null {
  const fields = new Map(new URLSearchParams(raw))
  const named = person.safeParse(parse(fields.get('user') ?? '')).data
  return named ? whole('launch', fields, named) : null
}

function whole(form: Told['form'], fields: Map<string, string>, named: Told['person']): Told | null {
  const [hash = '', signature = null, date = ''] = ['hash', 'signature', 'auth_date'].map(it =>
    fields.get(it),
  )
  fields.delete('hash')
  return /^\d{1,12}$/.test(date) ? { form, fields, hash, signature, person: named, date: Number(date) } : null
}

/** Of its page the key is the token's SHA-256, of a Mini App an HMAC of the token. */
function holdsHash({ form, fields, hash }: Told, token: string): boolean {
  const key =
    form === 'result'
      ? createHash('sha256').update(token).digest()
      : createHmac('sha256', 'WebAppData').update(token).digest()
  const expected = createHmac('sha256', key).update(lines(fields)).digest()
  const given = Buffer.from(hash, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** "Validating data for Third-Party Use": without what the bot's token proves. */
function holdsSignature({ form, fields, signature }: Told, settings: BotSettings): boolean {
  if (form !== 'launch' || signature === null) return false
  const { web_app_key: key, client_id: bot } = settings
  const x = Buffer.from(key, 'hex').toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const message = `${bot}:WebAppData\n${lines(unsigned(fields))}`
  return verify(null, Buffer.from(message), publicKey, Buffer.from(signature, 'base64url'))
}

/** "Data-check-string". */
const lines = (fields: ReadonlyMap<string, string>): string =>
  [...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

const unsigned = (fields: ReadonlyMap<string, string>) =>
  new Map([...fields].filter(([name]) => name !== 'signature'))

const present = (told: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // No JSON.
  }
}
