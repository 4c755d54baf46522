import { readFile } from 'node:fs/promises'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { serverOptionsWithoutEffect } from '@vitrine/shared/config/without-effect.ts'
import { countUnsealed, sealIssuers } from '../apps/issuers.ts'
import { type App, createApp, listApps, rotateSecret } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { type Answer, type Command, CommandError, type SecretTools, UsageError, verb } from './command.ts'
import { readConfig } from './config-problems.ts'
import { recoveryNotes } from './recovery.ts'
import { replaceSealedConfig } from './seal-issuers.ts'
import { aligned } from './table.ts'

export const appCommand: Command = {
  does: 'sites that embed this server’s wallet',
  verbs: {
    create: verb({
      does: 'makes an app',
      more: 'The secret is shown once: it goes to the site’s backend.',
      effect: 'changes',
      options: {
        name: { takes: 'name', says: 'what people read', isRequired: true },
        origin: {
          ...{ takes: 'https://site', says: 'an origin that may embed it', isRequired: true },
          isMultiple: true,
        },
        wallets: {
          ...{ takes: 'ethereum,solana', says: 'the wallets that each user gets at the login' },
          isMultiple: true,
        },
      },
      json: '{"id", "secret", "wallets": [kinds of chain]}',
      examples: ['app create --name Shop --origin https://shop.example --wallets ethereum,solana'],
      run: ({ db, options }) => create(db, options),
    }),
    list: verb({
      does: 'lists the apps',
      effect: 'reads',
      json: '[{"id", "name", "allowed_domains"}]',
      examples: ['app list'],
      run: ({ db }) => list(db),
    }),
    show: verb({
      does: 'prints an app’s config, as `app edit --file` takes it',
      effect: 'reads',
      app: 'any',
      json: 'the config',
      examples: ['app show app_1 > config.json'],
      run: ({ app: { config } }) => ({ text: JSON.stringify(config, null, 2), json: config }),
    }),
    edit: verb({
      does: 'changes an app’s config',
      more: 'The file names what changes; what it leaves out stays. A nested object replaces the one before.',
      effect: 'changes',
      app: 'any',
      options: {
        file: { takes: 'config.json', says: 'what changes' },
        chains: { takes: 'chains.json', says: 'the chains of the app' },
      },
      json: '{"id", "notes": [sentences]}',
      examples: ['app edit app_1 --file config.json', 'app edit app_1 --chains chains.json'],
      run: ({ db, app, options, tools }) => edit(db, app, options, tools),
    }),
    'rotate-secret': verb({
      does: 'replaces an app’s secret',
      effect: 'destroys',
      app: 'any',
      json: '{"id", "secret"}',
      examples: ['app rotate-secret app_1'],
      ask: ({ app }) => ({
        what: `The secret of ${app.id} (${app.config.name}) stops working at once: backends that have it are refused.`,
      }),
      run: ({ db, app }) => rotate(db, app.id),
    }),
    seal: verb({
      does: 'seals what an earlier release stored, once, where an upgrade asks for it',
      effect: 'changes',
      json: '[{"app_id", "settings"}]',
      examples: ['app seal'],
      run: ({ db, tools }) => seal(db, tools),
    }),
  },
}

interface NewApp {
  readonly name: string
  readonly origin: readonly string[]
  readonly wallets: readonly string[]
}

async function create(db: Database, { name, origin: origins, wallets }: NewApp): Promise<Answer> {
  const families = wallets.flatMap(readFamilies)
  const { id, secret } = await createApp(
    db,
    checkConfig({ name, allowed_domains: origins, embedded_wallet_config: walletsAtLogin(families) }),
  )
  const told = families.length > 0 ? `at login: ${families.join(', ')}` : 'when the site asks for them'
  return {
    text: `id       ${id}\nsecret   ${secret}\nwallets  ${told}\n\nThe secret is shown once. Keep it on the site's backend.`,
    json: { id, secret, wallets: families },
  }
}

const FAMILIES = ['ethereum', 'solana'] as const
type Family = (typeof FAMILIES)[number]

/** The families of a list with commas. @throws CommandError */
function readFamilies(list: string): Family[] {
  return list.split(',').map(word => {
    const family = FAMILIES.find(known => known === word.trim())
    if (family) return family
    throw new UsageError(
      `--wallets: there are no wallets of "${word.trim()}". Choose from ${FAMILIES.join(', ')}.`,
    )
  })
}

const walletsAtLogin = (families: readonly Family[]) =>
  Object.fromEntries(families.map(family => [family, { create_on_login: 'users-without-wallets' }]))

async function list(db: Database): Promise<Answer> {
  const apps = await listApps(db)
  const json = apps.map(({ id, config: { name, allowed_domains } }) => ({ id, name, allowed_domains }))
  const rows = json.map(({ id, name, allowed_domains }) => [id, name, allowed_domains.join(' ')])
  return { text: rows.length === 0 ? 'There are no apps yet.' : aligned(rows), json }
}

interface Change {
  readonly file: string | undefined
  readonly chains: string | undefined
}

async function edit(
  db: Database,
  app: App,
  { file, chains }: Change,
  { signer }: SecretTools,
): Promise<Answer> {
  if (file === undefined && chains === undefined)
    throw new UsageError('Say what changes: --file <config.json> or --chains <chains.json>.')
  const edited = file === undefined ? app.config : changed(app.config, await readJson(file))
  const config = checkConfig(
    chains === undefined ? edited : changed(edited, { chains: await readJson(chains) }),
  )
  await replaceSealedConfig(db, app.id, config, signer)
  const notes = [
    ...serverOptionsWithoutEffect(config).map(field => `${field}: has no effect in this version.`),
    ...(await recoveryNotes(db, app.id, config)),
  ]
  return { text: [`${app.id} is changed.`, ...notes].join('\n'), json: { id: app.id, notes } }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`The file ${file} is not valid JSON.`)
  }
}

/** The file names what changes; what it leaves out stays. A nested object replaces the one before. */
const changed = (config: unknown, json: unknown): unknown =>
  isObject(config) && isObject(json) ? { ...config, ...json } : json

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function seal(db: Database, { signer }: SecretTools): Promise<Answer> {
  if ((await countUnsealed(db)) === 0) return { text: 'There is nothing to seal.', json: [] }
  const sealed = await sealIssuers(db, await signer())
  return {
    text: sealed
      .map(({ appId, settings }) => `${appId} is sealed with ${JSON.stringify(settings, null, 2)}`)
      .join('\n'),
    json: sealed.map(({ appId, settings }) => ({ app_id: appId, settings })),
  }
}

async function rotate(db: Database, id: string): Promise<Answer> {
  const secret = await rotateSecret(db, id)
  return {
    text: `id      ${id}\nsecret  ${secret}\n\nThe former secret no longer works. This one is shown once.`,
    json: { id, secret },
  }
}

function checkConfig(value: unknown): EditableAppConfig {
  const read = readConfig(value)
  if ('config' in read) return read.config
  const problems = read.problems.map(({ field, reason }) => `  ${field || 'config'}: ${reason}`)
  throw new CommandError(`The config was not changed:\n${problems.join('\n')}`)
}
