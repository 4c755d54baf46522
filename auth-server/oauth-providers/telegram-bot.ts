import * as z from 'zod'
import { type ClientSettings, clientSettings } from './client-settings.ts'

/**
 * How an app's bot is known at Telegram, and where that is; sealed together with the bot's token, as `clientSettings` are with a
 * client's secret. The token goes nowhere: it is the key by which the signer checks what Telegram says.
 */
export const botSettings = z.strictObject({
  /** The bot's id, which its token begins with. */
  client_id: z.string().regex(/^\d{1,20}$/),
  authorization_endpoint: clientSettings.shape.authorization_endpoint,
  /** Telegram's Ed25519 key for what it tells Mini Apps ("Validating data for Third-Party Use"), hex. */
  web_app_key: z.string().regex(/^[\da-f]{64}$/),
})
export type BotSettings = z.infer<typeof botSettings>

/** Of Telegram's production environment. */
export const TELEGRAM = {
  authorization_endpoint: 'https://oauth.telegram.org/auth',
  web_app_key: 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
} as const satisfies Omit<BotSettings, 'client_id'>

/** As @BotFather writes it: the bot's id and its secret. */
export const botToken = z.string().regex(/^\d{1,20}:[\w-]{30,100}$/)

/** How an app is known where its people log in: at an OAuth provider, or as a bot. */
export const partySettings = z.union([clientSettings, botSettings])
export type PartySettings = ClientSettings | BotSettings
export const isBot = (settings: PartySettings): settings is BotSettings => 'web_app_key' in settings
