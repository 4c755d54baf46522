import { isProvider, PROVIDERS } from '../provider-secrets/provider.ts'
import { listSecrets, removeSecret, storeSecret } from '../provider-secrets/provider-secrets.ts'
import { type Command, CommandError, requireApp } from './command.ts'

const providers = `<${PROVIDERS.join('|')}>`

/**
 * `secret …`: what an app's operator has at other companies. A secret is typed or piped in, since arguments are seen in
 * process lists and histories, and is never printed.
 */
export const secretCommand: Command = {
  usage: [
    `secret set <app id> ${providers}      (asks for the secret, or reads it from standard input)`,
    'secret list <app id>',
    `secret remove <app id> ${providers}`,
  ],
  async run(db, verb, { id, more: [provider, ...rest] }, tools) {
    if (verb === 'list' && provider === undefined) {
      const secrets = await listSecrets(db, (await requireApp(db, id)).id)
      const lines = secrets.map(each => `${each.provider}  since ${each.updatedAt.toISOString()}`)
      return lines.length === 0 ? 'This app has no secrets.' : lines.join('\n')
    }
    if (!isProvider(provider) || rest.length > 0) return null
    if (verb === 'set') {
      const app = await requireApp(db, id)
      const signer = await tools.signer()
      const secret = checkSecret(await tools.readSecret(`Secret of ${app.id} at ${provider}: `))
      await storeSecret({ db, signer }, app.id, provider, secret)
      return `The ${provider} secret of ${app.id} is stored.`
    }
    if (verb === 'remove') {
      const app = await requireApp(db, id)
      if (!(await removeSecret(db, app.id, provider)))
        throw new CommandError(`${app.id} has no ${provider} secret.`)
      return `The ${provider} secret of ${app.id} is removed.`
    }
    return null
  },
}

/** @throws CommandError */
export function checkSecret(text: string): string {
  const secret = text.trim()
  if (/^[\x21-\x7e]{8,512}$/.test(secret)) return secret
  throw new CommandError('This is no secret: 8 to 512 printable characters without spaces are one.')
}
