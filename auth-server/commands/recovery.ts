import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import type { CloudRecovery } from '@vitrine/shared/api/recovery.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { type UserOwnedRecovery, userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { findClient, removeClient } from '../apps/oauth-clients.ts'
import type { Database } from '../database/connect.ts'
import { clientSettings } from '../oauth-providers/client-settings.ts'
import { googleDrive } from '../oauth-providers/google-drive.ts'
import { type Command, CommandError, type Given, requireApp, type SecretTools } from './command.ts'
import { setClient } from './oauth.ts'

const DRIVE: CloudRecovery = 'google-drive'

/** `recovery …`: how an app is known at the cloud in which its people keep the recovery of their wallets. */
export const recoveryCommand: Command = {
  usage: [
    'recovery set <app id> google-drive --client-id <id>   (asks for the secret)',
    'recovery list <app id>',
    'recovery remove <app id> google-drive',
  ],
  async run(db, verb, given, tools) {
    const { id, more } = given
    if (verb === 'list') return more.length > 0 ? null : list(db, id)
    if (more.length !== 1) return null
    if (more[0] !== DRIVE)
      throw new CommandError(
        `There is nothing to set up for ${more[0]}: only google-drive has a secret. iCloud’s container is in embedded_wallet_config.icloud.`,
      )
    if (verb === 'set') return set(db, given, tools)
    if (verb !== 'remove') return null
    const app = await requireApp(db, id)
    if (!(await removeClient(db, app.id, DRIVE)))
      throw new CommandError(`${app.id} is not known at Google Drive.`)
    return `${app.id} is no longer known at Google Drive: who keeps a recovery there cannot reach it.`
  },
}

async function set(
  db: Database,
  { id, options }: Given,
  { signer, readSecret, origin }: SecretTools,
): Promise<string | null> {
  const clientId = options['client-id']
  if (clientId === undefined) return null
  const { id: appId, config } = await requireApp(db, id)
  const { data: settings, error } = clientSettings.safeParse({
    ...googleDrive.endpoints,
    ...{ client_id: clientId, team_id: null, key_id: null },
    ...(options['authorization-endpoint'] && { authorization_endpoint: options['authorization-endpoint'] }),
    ...(options['token-endpoint'] && { token_endpoint: options['token-endpoint'] }),
  })
  if (!settings) {
    const [issue] = error.issues
    throw new CommandError(`--${String(issue?.path[0]).replaceAll('_', '-')}: ${issue?.message}.`)
  }
  const secret = (await readSecret(`Client secret of ${clientId} at Google: `)).trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(secret))
    throw new CommandError('The client secret is missing, or is none.')
  await setClient(db, await signer(), appId, DRIVE, { settings, secret })
  return [
    `${appId} is known at Google Drive as ${clientId}.`,
    `Enter this redirect URI at ${googleDrive.console}:`,
    `  ${origin}${CALLBACK_PATH}`,
    'Turn the Google Drive API on in the same project.',
    ...(isOffered(config, DRIVE)
      ? []
      : [
          'It has no effect until `embedded_wallet_config` offers google-drive in `user_owned_recovery_options`.',
        ]),
  ].join('\n')
}

async function list(db: Database, id: string | undefined): Promise<string> {
  const { id: appId, config } = await requireApp(db, id)
  const { embedded_wallet_config: wallets } = config
  const offered = userOwnedRecoveries(wallets)
  if (offered.length === 0) return 'This app offers no recovery but the automatic one.'
  const client = await findClient(db, appId, DRIVE)
  const details: { readonly [Method in UserOwnedRecovery]?: string } = {
    'google-drive': client ? client.settings.client_id : 'not set up: `recovery set`',
    icloud: wallets.icloud
      ? `${wallets.icloud.container_identifier} (${wallets.icloud.environment})`
      : 'not set up: `embedded_wallet_config.icloud`',
  }
  return offered.map(method => `${method}  ${details[method] ?? 'needs nothing set up'}`).join('\n')
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
