/** Of an app, a mailbox or a network. */
const OF_MANY = {
  appMailsHour: ['VITRINE_APP_MAILS_HOUR', 10_000, 1],
  appMailsDay: ['VITRINE_APP_MAILS_DAY', 100_000, 1],
  appTextsHour: ['VITRINE_APP_SMS_HOUR', 2_000, 1],
  appTextsDay: ['VITRINE_APP_SMS_DAY', 20_000, 1],
  /** To the numbers of one country, for one app. */
  countryTextsHour: ['VITRINE_COUNTRY_SMS_HOUR', 1_000, 1],
  /** To one mailbox under all its spellings, for one app: at once, and in a day. */
  mailboxMails: ['VITRINE_MAILBOX_MAILS', 15, 1],
  mailboxMailsDay: ['VITRINE_MAILBOX_MAILS_DAY', 100, 1],
  /** How many times a /64 an IPv6 /48 may call. */
  ipv6SiteFactor: ['VITRINE_IPV6_48_FACTOR', 16, 1],
  /** Beyond so many codes in an hour the app asks for a captcha. */
  captchaMailsHour: ['VITRINE_CAPTCHA_MAILS', 2_000, 0],
  captchaTextsHour: ['VITRINE_CAPTCHA_SMS', 200, 0],
  captchaWrongGuessesHour: ['VITRINE_CAPTCHA_WRONG_GUESSES', 300, 0],
  /** Analytics events that are stored, of one app. */
  analyticsHour: ['VITRINE_ANALYTICS_HOUR', 20_000, 0],
} as const

/** Meant for one person at one address, who needs no more of them in development; and what is no number of calls. */
const OF_ONE = {
  analyticsDays: ['VITRINE_ANALYTICS_DAYS', 30, 1],
  /** To one address, of devices that are not known: at once, and in a day. `otp/limits.ts`. */
  addressMails: ['VITRINE_ADDRESS_MAILS', 26, 1],
  addressMailsDay: ['VITRINE_ADDRESS_MAILS_DAY', 50, 1],
  addressTexts: ['VITRINE_ADDRESS_SMS', 8, 1],
  addressTextsDay: ['VITRINE_ADDRESS_SMS_DAY', 20, 1],
  /** Of these, in a day for one network, once most are used up. */
  networkCodesDay: ['VITRINE_NETWORK_CODES_DAY', 3, 1],
  /** To one device at one address in ten minutes. */
  deviceCodes: ['VITRINE_DEVICE_CODES', 5, 1],
  /** To one device at the address of a user who has logged in on it. */
  knownDeviceMailsDay: ['VITRINE_KNOWN_DEVICE_MAILS_DAY', 50, 1],
  knownDeviceTextsDay: ['VITRINE_KNOWN_DEVICE_SMS_DAY', 20, 1],
  /** Of one device at the codes of one address. */
  guessesDay: ['VITRINE_GUESSES_DAY', 60, 1],
} as const

/** What an operator can set of who may do how much: the variable's name, what it is without one, and the least it can be. */
export const BUDGETS = { ...OF_MANY, ...OF_ONE } as const satisfies Readonly<
  Record<string, readonly [string, number, number]>
>

export type Budgets = { readonly [Name in keyof typeof BUDGETS]: number }

/** A development server sends nothing, and is benchmarked. */
const UNLIMITED = 1_000_000

/** @param read a whole number from the environment. @throws SettingsError, which `read` throws */
export function readBudgets(
  read: (name: string, fallback: number, min: number, max: number) => number,
  development: boolean,
): Budgets {
  const entries = Object.entries(BUDGETS).map(([budget, [name, fallback, min]]) => {
    const usual = development && Object.hasOwn(OF_MANY, budget) ? UNLIMITED : fallback
    const value = read(name, usual, min, budget === 'analyticsDays' ? 3_650 : 1_000_000_000)
    return [budget, value]
  })
  return Object.fromEntries(entries) as Budgets
}
