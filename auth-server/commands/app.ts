import { readFile } from 'node:fs/promises'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { serverOptionsWithoutEffect } from '@vitrine/shared/config/without-effect.ts'
import { countUnsealed, sealIssuers } from '../apps/issuers.ts'
import { createApp, listApps, rotateSecret } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { type Command, CommandError, type Given, requireApp, type SecretTools } from './command.ts'
import { readConfig } from './config-problems.ts'
import { recoveryNotes } from './recovery.ts'
import { replaceSealedConfig } from './seal-issuers.ts'

export const appCommand: Command = {
  usage: [
    'app create --name <name> --origin <https://site> [--origin …] [--wallets ethereum,solana]',
    'app list',
    'app show <app id>',
    'app edit <app id> --file <config.json>',
    'app edit <app id> --chains <chains.json>',
    'app rotate-secret <app id>',
    'app seal                               (once, where an upgrade asks for it)',
  ],
  async run(db, verb, { id, options }, secrets) {
    switch (verb) {
      case 'create':
        return create(db, options)
      case 'list':
        return list(db)
      case 'show':
        return JSON.stringify((await requireApp(db, id)).config, null, 2)
      case 'edit':
        return edit(db, id, options, secrets)
      case 'rotate-secret':
        return rotate(db, id)
      case 'seal':
        return id === undefined ? seal(db, secrets) : null
      default:
        return null
    }
  },
}

async function create(db: Database, options: Given['options']): Promise<string | null> {
  const { name, origin: origins = [], wallets = [] } = options
  if (name === undefined || origins.length === 0) return null
  const families = wallets.flatMap(readFamilies)
  const { id, secret } = await createApp(
    db,
    checkConfig({ name, allowed_domains: origins, embedded_wallet_config: walletsAtLogin(families) }),
  )
  const told = families.length > 0 ? `at login: ${families.join(', ')}` : 'when the site asks for them'
  return `id       ${id}\nsecret   ${secret}\nwallets  ${told}\n\nThe secret is shown once. Keep it on the site's backend.`
}

const FAMILIES = ['ethereum', 'solana'] as const
type Family = (typeof FAMILIES)[number]

/** The families of a list with commas. @throws CommandError */
function readFamilies(list: string): Family[] {
  return list.split(',').map(word => {
    const family = FAMILIES.find(known => known === word.trim())
    if (family) return family
    throw new CommandError(
      `--wallets: there are no wallets of "${word.trim()}". Choose from ${FAMILIES.join(', ')}.`,
    )
  })
}

const walletsAtLogin = (families: readonly Family[]) =>
  Object.fromEntries(families.map(family => [family, { create_on_login: 'users-without-wallets' }]))

async function list(db: Database): Promise<string> {
  const apps = await listApps(db)
  if (apps.length === 0) return 'There are no apps yet.'
  return apps.map(({ id, config }) => `${id}  ${config.name}  ${config.allowed_domains.join(' ')}`).join('\n')
}

async function edit(
  db: Database,
  id: string | undefined,
  options: Given['options'],
  { signer }: SecretTools,
): Promise<string | null> {
  const { file, chains } = options
  if (file === undefined && chains === undefined) return null
  const app = await requireApp(db, id)
  const edited = file === undefined ? app.config : changed(app.config, await readJson(file))
  const config = checkConfig(
    chains === undefined ? edited : changed(edited, { chains: await readJson(chains) }),
  )
  await replaceSealedConfig(db, app.id, config, signer)
  const notes = serverOptionsWithoutEffect(config).map(field => `${field}: has no effect in this version.`)
  return [`${app.id} is changed.`, ...notes, ...(await recoveryNotes(db, app.id, config))].join('\n')
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

async function seal(db: Database, { signer }: SecretTools): Promise<string> {
  if ((await countUnsealed(db)) === 0) return 'There is nothing to seal.'
  const sealed = await sealIssuers(db, await signer())
  return sealed
    .map(({ appId, settings }) => `${appId} is sealed with ${JSON.stringify(settings, null, 2)}`)
    .join('\n')
}

async function rotate(db: Database, id: string | undefined): Promise<string> {
  const app = await requireApp(db, id)
  const secret = await rotateSecret(db, app.id)
  return `id      ${app.id}\nsecret  ${secret}\n\nThe former secret no longer works. This one is shown once.`
}

function checkConfig(value: unknown): EditableAppConfig {
  const read = readConfig(value)
  if ('config' in read) return read.config
  const problems = read.problems.map(({ field, reason }) => `  ${field || 'config'}: ${reason}`)
  throw new CommandError(`The config was not changed:\n${problems.join('\n')}`)
}
