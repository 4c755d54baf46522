import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { removeClient, storeClient } from '../apps/oauth-clients.ts'
import type { App } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { type BotSettings, botSettings, botToken, TELEGRAM } from '../oauth-providers/telegram-bot.ts'
import type { SignerClient } from '../signer/operations.ts'
import { type Answer, type Command, CommandError, type SecretTools, verb } from './command.ts'

const BOT = 'telegram'

/** Or the token alone. Where Telegram is only a test says. */
const file = z.strictObject({
  bot_token: botToken,
  authorization_endpoint: z.optional(botSettings.shape.authorization_endpoint),
  web_app_key: z.optional(botSettings.shape.web_app_key),
})

export interface Bot {
  readonly settings: BotSettings
  readonly token: string
}

/** `telegram …`: the bot by which an app's people log in. Its token is read from a file and never printed. */
export const telegramCommand: Command = {
  does: 'the bot by which an app’s people log in',
  verbs: {
    set: verb({
      does: 'stores the bot’s token',
      effect: 'changes',
      app: 'any',
      options: { file: { takes: 'token.txt', says: 'holds the bot’s token', isRequired: true } },
      json: '{"app_id", "bot_id", "is_on", "is_named"}',
      examples: ['telegram set app_1 --file token.txt'],
      run: ({ db, app, options, tools }) => set(db, app, options.file, tools),
    }),
    remove: verb({
      does: 'forgets the bot',
      effect: 'destroys',
      app: 'any',
      json: '{"app_id"}',
      examples: ['telegram remove app_1'],
      ask: ({ app }) => ({ what: `Nobody logs in to ${app.id} with Telegram then.` }),
      async run({ db, app }) {
        if (!(await removeClient(db, app.id, BOT))) throw new CommandError(`${app.id} has no bot.`)
        return {
          text: `${app.id} has no bot any more: nobody logs in with Telegram.`,
          json: { app_id: app.id },
        }
      },
    }),
  },
}

async function set(db: Database, { id, config }: App, path: string, tools: SecretTools): Promise<Answer> {
  const bot = await read(path)
  await setBot(db, await tools.signer(), id, bot)
  const bot_id = bot.settings.client_id
  const is_on = config.telegram_auth
  const is_named = config.telegram_auth_config?.bot_id === bot_id
  const text = [
    `People of ${id} log in with Telegram by the bot ${bot_id}.`,
    'Tell @BotFather (https://t.me/BotFather) where: send /setdomain, choose the bot, and send',
    `  ${tools.origin}`,
    ...(is_on ? [] : ['It has no effect until `telegram_auth` turns it on in the app’s config.']),
    ...(is_named
      ? []
      : [`The app’s config should name it: "telegram_auth_config": {"bot_id": "${bot_id}", …}.`]),
  ].join('\n')
  return { text, json: { app_id: id, bot_id, is_on, is_named } }
}

/** Has a signer of the operator's own seal a bot's token, and stores it. */
export async function setBot(
  db: Database,
  signer: Pick<SignerClient, 'sealOauthClient'>,
  appId: string,
  { settings, token }: Bot,
): Promise<void> {
  const { sealed } = await signer.sealOauthClient({ appId, provider: BOT, settings, secret: token })
  await storeClient(db, appId, BOT, { settings, sealed })
}

/** @throws CommandError that never tells what is in the file */
async function read(path: string): Promise<Bot> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(
      `The file ${path} cannot be read. It holds the bot’s token, as @BotFather writes it.`,
    )
  })
  const given = file.safeParse(text.trimStart().startsWith('{') ? parse(text) : { bot_token: text.trim() })
  if (!given.success) {
    const field = given.error.issues[0]?.path.join('.') || 'the file'
    throw new CommandError(
      `${path}: ${field} does not fit. A token looks like 123456789:AA… (35 characters).`,
    )
  }
  const { bot_token: token, ...own } = given.data
  return {
    settings: { ...TELEGRAM, ...own, client_id: token.slice(0, token.indexOf(':')) } as BotSettings,
    token,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Said as what does not fit.
  }
}
