import { readFile } from 'node:fs/promises'
import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import { isKnownProvider, oauth } from '@vitrine/shared/login/oauth.ts'
import { listClients, removeClient, storeClient } from '../apps/oauth-clients.ts'
import type { Database } from '../database/connect.ts'
import { type Client, ClientFileError, readClient } from '../oauth-providers/read-client.ts'
import { whereabouts } from '../oauth-providers/registry.ts'
import type { SignerClient } from '../signer/operations.ts'
import { type Command, CommandError, requireApp } from './command.ts'

const FILE = '{"client_id": "…", "client_secret": "…"}'

/** `oauth …`: how an app is known at the companies by which its people log in. Secrets are read from a file and never printed. */
export const oauthCommand: Command = {
  usage: [
    'oauth set <app id> --provider <google|apple|custom:…> --file <file with client_id and client_secret>',
    'oauth list <app id>',
    'oauth remove <app id> --provider <provider>',
  ],
  async run(db, verb, { id, more, options: { provider, file } }, tools) {
    if (more.length > 0) return null
    if (verb === 'list') {
      const clients = await listClients(db, (await requireApp(db, id)).id)
      const lines = clients.map(
        it => `${it.provider}  ${it.settings.client_id}  since ${it.updatedAt.toISOString()}`,
      )
      return lines.length === 0 ? 'This app is known at no provider.' : lines.join('\n')
    }
    if (provider === undefined) return null
    if (!oauth.isProvider(provider)) throw new CommandError(`There is no provider ${provider}.`)
    if (verb === 'remove') {
      const app = await requireApp(db, id)
      if (!(await removeClient(db, app.id, provider)))
        throw new CommandError(`${app.id} is not known at ${provider}.`)
      return `${app.id} is no longer known at ${provider}: nobody logs in by it.`
    }
    if (verb !== 'set' || file === undefined) return null
    const app = await requireApp(db, id)
    const client = await read(provider, file)
    await setClient(db, await tools.signer(), app.id, provider, client)
    const isOn = oauth.ways(app.config).some(it => it.provider === provider)
    return [
      `${app.id} is known at ${provider} as ${client.settings.client_id}.`,
      `Enter this redirect URI at ${whereabouts(provider)?.console ?? client.settings.issuer ?? 'the provider'}:`,
      `  ${tools.origin}${CALLBACK_PATH}`,
      ...(isOn ? [] : [`It has no effect until ${switchOf(provider)} turns it on in the app’s config.`]),
    ].join('\n')
  },
}

/** Has a signer of the operator's own seal a client, and stores it. */
export async function setClient(
  db: Database,
  signer: Pick<SignerClient, 'sealOauthClient'>,
  appId: string,
  provider: string,
  { settings, secret }: Client,
): Promise<void> {
  const { sealed } = await signer.sealOauthClient({ appId, provider, settings, secret })
  await storeClient(db, appId, provider, { settings, sealed })
}

const switchOf = (provider: string) =>
  isKnownProvider(provider)
    ? `\`${provider.replace(/_oauth$/, '')}_oauth\``
    : `an entry of \`custom_oauth_providers\` for "${provider}"`

/** @throws CommandError */
async function read(provider: string, path: string): Promise<Client> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`The file ${path} cannot be read. It holds ${FILE}.`)
  })
  try {
    return await readClient(provider, text)
  } catch (error) {
    if (error instanceof ClientFileError) throw new CommandError(`${path}: ${error.message}`)
    throw error
  }
}
