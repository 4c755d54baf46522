import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

const optional = z.optional(z.string())

/** Login by what Telegram says of a person to an app's bot (contract §2.4): on its login page, or when it opens a Mini App. */
export const telegram = {
  method: 'telegram',
  ways: whenOn('telegram', 'telegram_auth'),
  loginName: 'telegram',
  resultNames: ['telegram'],
  landing: 'other',
  accounts: [
    {
      type: 'telegram',
      perUser: 'one',
      fields: {
        telegram_user_id: z.string(),
        first_name: optional,
        last_name: optional,
        username: optional,
        photo_url: optional,
      },
      subject: 'telegram_user_id',
      reference: { maxLength: 20 },
      shortcut: 'telegram',
    },
  ],
  isLinkable: true,
  mayLink: ({ telegram_auth_config: bot }) => bot?.link_enabled === true,
  transferBody: telegram_user_id => ({ telegram_user_id }),
  address: null,
  path: '/telegram',
  proofs: { grant: { login: '/authenticate', link: ['/link'] } },
  spoken: 'with Telegram',
  brand: () => 'Telegram',
  // Telegram asks on behalf of the app's bot, so a person has to know its name.
  windowName: ({ telegram_auth_config: bot }) => bot && `Telegram (@${bot.bot_name})`,
} as const satisfies LoginMethodEntry
