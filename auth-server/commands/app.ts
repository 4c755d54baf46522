import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { exactOrigins } from '@vitrine/shared/config/allowed-origin.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { isSerializedOrigin } from '@vitrine/shared/config/web-origin.ts'
import { serverOptionsWithoutEffect } from '@vitrine/shared/config/without-effect.ts'
import { changesOf } from '../apps/config-changes.ts'
import { countUnsealed, sealIssuers } from '../apps/issuers.ts'
import { type App, createApp, listApps, rotateSecret } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { type Answer, type Call, type Command, CommandError, UsageError, verb } from './command.ts'
import { readConfig } from './config-problems.ts'
import { deleteApp } from './delete-app.ts'
import { originNotes } from './origin-contradictions.ts'
import { recorded, writeDown } from './recorded.ts'
import { recoveryNotes } from './recovery.ts'
import { replaceSealedConfig } from './seal-issuers.ts'
import { aligned } from './table.ts'

export const appCommand: Command = {
  does: 'sites that embed this server’s wallet',
  verbs: {
    create: verb({
      does: 'makes an app',
      more: 'Prints what the site pastes: the script tag, the backend’s `.env` and the allowed origins. The secret is shown once. COOKIE_SECRET is new, for the site’s own session, and is not stored.',
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
      json: '{"id", "secret", "wallets": [kinds of chain], "allowed_domains": [origins], "script_tag", "env": {name: value}, "notes": [sentences]}',
      examples: ['app create --name Shop --origin https://shop.example --wallets ethereum,solana'],
      run: call => create(call, call.options),
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
      run: call => edit(call, call.app, call.options),
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
      run: call => rotate(call, call.app.id),
    }),
    delete: deleteApp,
    seal: verb({
      does: 'seals what an earlier release stored, once, where an upgrade asks for it',
      effect: 'changes',
      json: '[{"app_id", "settings"}]',
      examples: ['app seal'],
      run: seal,
    }),
  },
}

type Recording = Pick<Call, 'db' | 'app' | 'now'>

interface NewApp {
  readonly name: string
  readonly origin: readonly string[]
  readonly wallets: readonly string[]
}

async function create(
  call: Recording & Pick<Call, 'tools'>,
  { name, origin: origins, wallets }: NewApp,
): Promise<Answer> {
  const families = wallets.flatMap(readFamilies)
  const config = checkConfig({
    ...{ name, allowed_domains: origins },
    embedded_wallet_config: walletsAtLogin(families),
  })
  const { id, secret } = await recorded(
    call,
    tx => createApp(tx, config),
    made => ({ type: 'app.created', appId: made.id, data: { name } }),
  )
  const notes = originNotes(config)
  const told = families.length > 0 ? `at login: ${families.join(', ')}` : 'when the site asks for them'
  const { script_tag, env } = linesToPaste(call.tools.origin, { id, secret, origins })
  const text = [
    `id       ${id}\nsecret   ${secret}\nwallets  ${told}\nallowed  ${origins.join(' ')}`,
    "The secret is shown once. Keep it on the site's backend.",
    'In the page:',
    script_tag,
    "In the backend's .env:",
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    `To allow another origin, add it to this list and run \`npm run vitrine -- app edit ${id} --file <config.json>\`:`,
    JSON.stringify({ allowed_domains: origins }),
    ...notes,
  ].join('\n\n')
  return { text, json: { id, secret, wallets: families, allowed_domains: origins, script_tag, env, notes } }
}

/** The script tag and the variables that embed an app in a site. `COOKIE_SECRET` encrypts the site's own session cookie. */
function linesToPaste(
  walletOrigin: string,
  {
    id,
    secret,
    origins,
  }: { readonly id: string; readonly secret: string; readonly origins: readonly string[] },
) {
  const siteOrigin = exactOrigins(origins).find(isSerializedOrigin) ?? ''
  return {
    script_tag: `<script src="${walletOrigin}/vitrine.js" data-app-id="${id}" async></script>`,
    env: {
      VITRINE_ORIGIN: walletOrigin,
      VITRINE_APP_ID: id,
      VITRINE_APP_SECRET: secret,
      SITE_ORIGIN: siteOrigin,
      COOKIE_SECRET: randomBytes(32).toString('base64url'),
    },
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
  call: Recording & Pick<Call, 'tools'>,
  app: App,
  { file, chains }: Change,
): Promise<Answer> {
  const { db, tools } = call
  if (file === undefined && chains === undefined)
    throw new UsageError('Say what changes: --file <config.json> or --chains <chains.json>.')
  const edited = file === undefined ? app.config : changed(app.config, await readJson(file))
  const config = checkConfig(
    chains === undefined ? edited : changed(edited, { chains: await readJson(chains) }),
  )
  await replaceSealedConfig(db, app.id, config, tools.signer, tx =>
    writeDown(tx, call, { type: 'app.edited', data: changesOf(app.config, config) }),
  )
  const notes = [
    ...originNotes(config),
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

async function seal(call: Call): Promise<Answer> {
  const { db, tools } = call
  if ((await countUnsealed(db)) === 0) return { text: 'There is nothing to seal.', json: [] }
  const signer = await tools.signer()
  const sealed = await db.transaction(async tx => {
    const made = await sealIssuers(tx, signer)
    for (const { appId } of made) await writeDown(tx, call, { type: 'app.sealed', appId })
    return made
  })
  return {
    text: sealed
      .map(({ appId, settings }) => `${appId} is sealed with ${JSON.stringify(settings, null, 2)}`)
      .join('\n'),
    json: sealed.map(({ appId, settings }) => ({ app_id: appId, settings })),
  }
}

async function rotate(call: Recording, id: string): Promise<Answer> {
  const secret = await recorded(call, tx => rotateSecret(tx, id), { type: 'app.secret_rotated' })
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
