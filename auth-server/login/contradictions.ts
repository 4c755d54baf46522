import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { customJwtContradictions } from './custom-jwt/contradictions.ts'

/** Telegram: 5 to 32 letters, digits and underscores, and "bot" at the end (https://core.telegram.org/bots/features#botfather). */
const BOT_NAME = /^[a-z]\w{1,28}bot$/i

const telegramContradictions = ({ telegram_auth_config: bot }: EditableAppConfig): readonly string[] =>
  bot === undefined || BOT_NAME.test(bot.bot_name)
    ? []
    : [
        'telegram_auth_config.bot_name: users read it while they log in; give the bot’s name at Telegram, without the @',
      ]

/** Methods with more in the app's config than a switch: what of it does not hold together, one `field: why` each. */
export const LOGIN_CONTRADICTIONS = {
  'custom-jwt': customJwtContradictions,
  telegram: telegramContradictions,
} as const satisfies Partial<Record<LoginMethod, (config: EditableAppConfig) => readonly string[]>>
