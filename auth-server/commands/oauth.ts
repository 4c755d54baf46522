import { readFile } from 'node:fs/promises'
import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import { isKnownProvider, oauth } from '@vitrine/shared/login/oauth.ts'
import { didYouMean } from '@vitrine/shared/nearest-name.ts'
import { listClients, removeClient, storeClient } from '../apps/oauth-clients.ts'
import type { App } from '../apps/registry.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { type Client, ClientFileError, readClient } from '../oauth-providers/read-client.ts'
import { whereabouts } from '../oauth-providers/registry.ts'
import type { SignerClient } from '../signer/operations.ts'
import { type Answer, type Call, type Command, CommandError, UsageError, verb } from './command.ts'
import { recorded } from './recorded.ts'
import { aligned } from './table.ts'

const FILE = '{"client_id": "…", "client_secret": "…"}'

const provider = {
  ...{ takes: 'provider', says: 'google, apple and so on, or custom:… of the app’s own' },
  isRequired: true,
} as const

/** `oauth …`: how an app is known at the companies by which its people log in. Secrets are read from a file and never printed. */
export const oauthCommand: Command = {
  does: 'how an app is known at the companies by which its people log in',
  verbs: {
    set: verb({
      does: 'stores client id and secret',
      effect: 'changes',
      app: 'any',
      options: {
        provider,
        file: { takes: 'client.json', says: `holds ${FILE}`, isRequired: true },
      },
      json: '{"app_id", "provider", "client_id", "redirect_uri", "is_on"}',
      examples: ['oauth set app_1 --provider google --file client.json'],
      run: call => set(call, call.app, call.options),
    }),
    list: verb({
      does: 'lists where an app is known',
      effect: 'reads',
      app: 'any',
      json: '[{"provider", "client_id", "since"}]',
      examples: ['oauth list app_1'],
      async run({ db, app }) {
        const json = (await listClients(db, app.id)).map(it => ({
          ...{ provider: it.provider, client_id: it.settings.client_id, since: it.updatedAt.toISOString() },
        }))
        const rows = json.map(it => [it.provider, it.client_id, `since ${it.since}`])
        return { text: rows.length === 0 ? 'This app is known at no provider.' : aligned(rows), json }
      },
    }),
    remove: verb({
      does: 'forgets client id and secret',
      effect: 'destroys',
      app: 'any',
      options: { provider },
      json: '{"app_id", "provider"}',
      examples: ['oauth remove app_1 --provider google'],
      ask: ({ app, options }) => ({
        what: `Nobody logs in to ${app.id} by ${options.provider} then, and the secret is gone.`,
      }),
      async run(call) {
        const { app } = call
        const known = requireProvider(call.options.provider)
        const isRemoved = await recorded(
          call,
          tx => removeClient(tx, app.id, known),
          was => (was ? { type: 'oauth_client.removed', data: { name: known } } : null),
        )
        if (!isRemoved) throw new CommandError(`${app.id} is not known at ${known}.`)
        return {
          text: `${app.id} is no longer known at ${known}: nobody logs in by it.`,
          json: { app_id: app.id, provider: known },
        }
      },
    }),
  },
}

/** @throws UsageError */
function requireProvider(written: string) {
  if (oauth.isProvider(written)) return written
  throw new UsageError(`There is no provider ${written}.${didYouMean(written, oauth.resultNames)}`)
}

async function set(
  call: Call,
  app: App,
  { provider: written, file }: { readonly provider: string; readonly file: string },
): Promise<Answer> {
  const { tools } = call
  const provider = requireProvider(written)
  const client = await read(provider, file)
  const signer = await tools.signer()
  await recorded(call, tx => setClient(tx, signer, app.id, provider, client), {
    type: 'oauth_client.set',
    data: { name: provider },
  })
  const isOn = oauth.ways(app.config).some(it => it.provider === provider)
  const { client_id } = client.settings
  const redirect_uri = `${tools.origin}${CALLBACK_PATH}`
  const text = [
    `${app.id} is known at ${provider} as ${client_id}.`,
    `Enter this redirect URI at ${whereabouts(provider)?.console ?? client.settings.issuer ?? 'the provider'}:`,
    `  ${redirect_uri}`,
    ...(isOn ? [] : [`It has no effect until ${switchOf(provider)} turns it on in the app’s config.`]),
  ].join('\n')
  return { text, json: { app_id: app.id, provider, client_id, redirect_uri, is_on: isOn } }
}

/** Has a signer of the operator's own seal a client, and stores it. */
export async function setClient(
  db: Database | Transaction,
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
