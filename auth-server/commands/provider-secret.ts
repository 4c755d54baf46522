import { PROVIDERS, type Provider } from '../provider-secrets/provider.ts'
import { listSecrets, removeSecret, storeSecret } from '../provider-secrets/provider-secrets.ts'
import { type Command, CommandError, verb } from './command.ts'
import { aligned } from './table.ts'

const provider = { says: 'the company', choices: PROVIDERS } as const

/**
 * `secret …`: what an app's operator has at other companies. A secret is typed or piped in, since arguments are seen in
 * process lists and histories, and is never printed.
 */
export const secretCommand: Command = {
  does: 'what an app has at other companies',
  verbs: {
    set: verb({
      does: 'stores a secret',
      more: 'Asks for the secret, or reads it from standard input.',
      effect: 'changes',
      app: 'any',
      parameters: { provider },
      json: '{"app_id", "provider"}',
      examples: [`secret set app_1 ${PROVIDERS[0]} < secret.txt`],
      async run({ db, app, args, tools }) {
        const signer = await tools.signer()
        const secret = checkSecret(await tools.readSecret(`Secret of ${app.id} at ${args.provider}: `))
        await storeSecret({ db, signer }, app.id, args.provider as Provider, secret)
        return {
          text: `The ${args.provider} secret of ${app.id} is stored.`,
          json: { app_id: app.id, provider: args.provider },
        }
      },
    }),
    list: verb({
      does: 'lists whose secrets an app has; never the secrets',
      effect: 'reads',
      app: 'any',
      json: '[{"provider", "since"}]',
      examples: ['secret list app_1'],
      async run({ db, app }) {
        const secrets = await listSecrets(db, app.id)
        const json = secrets.map(each => ({ provider: each.provider, since: each.updatedAt.toISOString() }))
        const rows = json.map(each => [each.provider, `since ${each.since}`])
        return { text: rows.length === 0 ? 'This app has no secrets.' : aligned(rows), json }
      },
    }),
    remove: verb({
      does: 'removes a secret',
      effect: 'destroys',
      app: 'any',
      parameters: { provider },
      json: '{"app_id", "provider"}',
      examples: [`secret remove app_1 ${PROVIDERS[0]}`],
      ask: ({ app, args }) => ({
        what: `The ${args.provider} secret of ${app.id} is gone then; what needs it stops working.`,
      }),
      async run({ db, app, args }) {
        if (!(await removeSecret(db, app.id, args.provider as Provider)))
          throw new CommandError(`${app.id} has no ${args.provider} secret.`)
        return {
          text: `The ${args.provider} secret of ${app.id} is removed.`,
          json: { app_id: app.id, provider: args.provider },
        }
      },
    }),
  },
}

/** @throws CommandError */
export function checkSecret(text: string): string {
  const secret = text.trim()
  if (/^[\x21-\x7e]{8,512}$/.test(secret)) return secret
  throw new CommandError('This is no secret: 8 to 512 printable characters without spaces are one.')
}
