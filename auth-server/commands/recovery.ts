import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import type { CloudRecovery } from '@vitrine/shared/api/recovery.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { type UserOwnedRecovery, userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { findClient, removeClient } from '../apps/oauth-clients.ts'
import type { App } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { clientSettings } from '../oauth-providers/client-settings.ts'
import { googleDrive } from '../oauth-providers/google-drive.ts'
import { type Answer, type Command, CommandError, type SecretTools, UsageError, verb } from './command.ts'
import { setClient } from './oauth.ts'
import { aligned } from './table.ts'

const DRIVE: CloudRecovery = 'google-drive'

const cloud = { label: 'google-drive', says: 'the one that has a secret' } as const

/** `recovery …`: how an app is known at the cloud in which its people keep the recovery of their wallets. */
export const recoveryCommand: Command = {
  does: 'how an app is known where its people keep the recovery of their wallets',
  verbs: {
    set: verb({
      does: 'stores client id and secret',
      more: 'Asks for the secret, or reads it from standard input.',
      effect: 'changes',
      app: 'any',
      parameters: { cloud },
      options: {
        'client-id': { takes: 'id', says: 'the client id at Google', isRequired: true },
        'authorization-endpoint': { takes: 'https://…', says: 'where it is not Google’s' },
        'token-endpoint': { takes: 'https://…', says: 'where it is not Google’s' },
      },
      json: '{"app_id", "client_id", "redirect_uri", "is_offered"}',
      examples: ['recovery set app_1 google-drive --client-id 1-a.apps.googleusercontent.com < secret.txt'],
      run(call) {
        requireDrive(call.args.cloud)
        return set(call.db, call.app, call.options, call.tools)
      },
    }),
    list: verb({
      does: 'lists the recoveries that an app offers, and what they need',
      effect: 'reads',
      app: 'any',
      json: '[{"method", "is_ready", "detail"}]',
      examples: ['recovery list app_1'],
      run: ({ db, app }) => list(db, app),
    }),
    remove: verb({
      does: 'forgets client id and secret',
      effect: 'destroys',
      app: 'any',
      parameters: { cloud },
      json: '{"app_id"}',
      examples: ['recovery remove app_1 google-drive'],
      ask: ({ app }) => ({
        what: `Who keeps a recovery for ${app.id} at Google Drive cannot reach it then.`,
      }),
      async run({ db, app, args }) {
        requireDrive(args.cloud)
        if (!(await removeClient(db, app.id, DRIVE)))
          throw new CommandError(`${app.id} is not known at Google Drive.`)
        return {
          text: `${app.id} is no longer known at Google Drive: who keeps a recovery there cannot reach it.`,
          json: { app_id: app.id },
        }
      },
    }),
  },
}

/** @throws UsageError */
function requireDrive(written: string): void {
  if (written === DRIVE) return
  throw new UsageError(
    `There is nothing to set up for ${written}: only google-drive has a secret. iCloud’s container is in embedded_wallet_config.icloud.`,
  )
}

interface Drive {
  readonly 'client-id': string
  readonly 'authorization-endpoint': string | undefined
  readonly 'token-endpoint': string | undefined
}

async function set(
  db: Database,
  { id: appId, config }: App,
  options: Drive,
  { signer, readSecret, origin }: SecretTools,
): Promise<Answer> {
  const clientId = options['client-id']
  const { data: settings, error } = clientSettings.safeParse({
    ...googleDrive.endpoints,
    ...{ client_id: clientId, team_id: null, key_id: null },
    ...(options['authorization-endpoint'] && { authorization_endpoint: options['authorization-endpoint'] }),
    ...(options['token-endpoint'] && { token_endpoint: options['token-endpoint'] }),
  })
  if (!settings) {
    const [issue] = error.issues
    throw new UsageError(`--${String(issue?.path[0]).replaceAll('_', '-')}: ${issue?.message}.`)
  }
  const secret = (await readSecret(`Client secret of ${clientId} at Google: `)).trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(secret))
    throw new CommandError('The client secret is missing, or is none.')
  await setClient(db, await signer(), appId, DRIVE, { settings, secret })
  const redirect_uri = `${origin}${CALLBACK_PATH}`
  const is_offered = isOffered(config, DRIVE)
  const text = [
    `${appId} is known at Google Drive as ${clientId}.`,
    `Enter this redirect URI at ${googleDrive.console}:`,
    `  ${redirect_uri}`,
    'Turn the Google Drive API on in the same project.',
    ...(is_offered
      ? []
      : [
          'It has no effect until `embedded_wallet_config` offers google-drive in `user_owned_recovery_options`.',
        ]),
  ].join('\n')
  return { text, json: { app_id: appId, client_id: clientId, redirect_uri, is_offered } }
}

async function list(db: Database, { id: appId, config }: App): Promise<Answer> {
  const { embedded_wallet_config: wallets } = config
  const offered = userOwnedRecoveries(wallets)
  const client = await findClient(db, appId, DRIVE)
  const details: { readonly [Method in UserOwnedRecovery]?: string } = {
    'google-drive': client ? client.settings.client_id : 'not set up: `recovery set`',
    icloud: wallets.icloud
      ? `${wallets.icloud.container_identifier} (${wallets.icloud.environment})`
      : 'not set up: `embedded_wallet_config.icloud`',
  }
  const isReady = (method: UserOwnedRecovery) =>
    (method !== 'google-drive' || client !== null) && (method !== 'icloud' || wallets.icloud !== null)
  const json = offered.map(method => ({
    ...{ method, is_ready: isReady(method), detail: details[method] ?? 'needs nothing set up' },
  }))
  const text =
    json.length === 0
      ? 'This app offers no recovery but the automatic one.'
      : aligned(json.map(({ method, detail }) => [method, detail]))
  return { text, json }
}

const isOffered = ({ embedded_wallet_config: wallets }: EditableAppConfig, method: UserOwnedRecovery) =>
  userOwnedRecoveries(wallets).includes(method)

/** What the operator of an app should know of the recoveries that its config offers. @returns a line each */
export async function recoveryNotes(
  db: Database,
  appId: string,
  config: EditableAppConfig,
): Promise<readonly string[]> {
  if (!isOffered(config, DRIVE) || (await findClient(db, appId, DRIVE))) return []
  return [
    `embedded_wallet_config.user_owned_recovery_options: google-drive is not set up. \`recovery set ${appId} google-drive\` does that.`,
  ]
}
