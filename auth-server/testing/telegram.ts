import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { BotSettings } from '../oauth-providers/telegram-bot.ts'

/** Whom Telegram names. */
export interface TelegramUser {
  readonly id: number
  readonly first_name: string
  readonly [field: string]: string | number | undefined
}

/** A bot as Telegram knows it: it signs as Telegram does, by the bot's token and by a key of its own. */
export interface TestBot {
  readonly settings: BotSettings
  readonly token: string
  /** On its login page, base64url of JSON. @param date unix s. @param change after it was signed */
  says(user: TelegramUser, date: number, change?: object): string
  /** To a Mini App, as a query. `by`: with which of the two proofs. @param change after it was signed */
  launches(
    user: TelegramUser,
    date: number,
    options?: { readonly by?: 'token' | 'key'; readonly change?: Readonly<Record<string, string>> },
  ): string
}

const lines = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')

/** @param at where its login page is. @param telegram whose key says what Mini Apps are told */
export function createBot(at = 'https://oauth.telegram.org/auth', telegram = newTelegram()): TestBot {
  const client_id = String(1e8 + randomBytes(4).readUInt32BE())
  const token = `${client_id}:AA${randomBytes(24).toString('base64url')}`
  const x = telegram.publicKey.export({ format: 'jwk' }).x ?? ''
  const web_app_key = Buffer.from(x, 'base64url').toString('hex')
  const hash = (key: Buffer, fields: object) => createHmac('sha256', key).update(lines(fields)).digest('hex')
  return {
    settings: { client_id, authorization_endpoint: at, web_app_key },
    token,
    says(user, date, change) {
      const fields = { ...user, auth_date: date }
      const told = { ...fields, hash: hash(createHash('sha256').update(token).digest(), fields), ...change }
      return Buffer.from(JSON.stringify(told)).toString('base64url')
    },
    launches(user, date, { by = 'token', change } = {}) {
      const fields = { query_id: 'AA', user: JSON.stringify(user), auth_date: String(date) }
      const message = Buffer.from(`${client_id}:WebAppData\n${lines(fields)}`)
      const signature = sign(null, message, telegram.privateKey).toString('base64url')
      const key = createHmac('sha256', 'WebAppData')
        .update(by === 'token' ? token : 'another')
        .digest()
      const all = { ...fields, ...(by === 'key' && { signature }) }
      return String(new URLSearchParams({ ...all, hash: hash(key, all), ...change }))
    },
  }
}

export const newTelegram = (): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =>
  generateKeyPairSync('ed25519')
