import { readFile } from 'node:fs/promises'
import { vendor } from '@vitrine/shared/captcha/provider.ts'
import { storeSecret } from '../provider-secrets/provider-secrets.ts'
import { type Command, CommandError, verb } from './command.ts'

/** `captcha set-secret`: `secret set` under its former name, from a file, and with a word on what is missing besides. */
export const captchaCommand: Command = {
  does: 'the secret of an app’s captcha',
  verbs: {
    'set-secret': verb({
      does: 'stores the secret from a file; `secret set` stores it from standard input',
      effect: 'changes',
      app: 'any',
      options: {
        provider: { takes: 'provider', says: 'the company', isRequired: true, choices: vendor.options },
        file: { takes: 'secret.txt', says: 'holds the secret', isRequired: true },
      },
      json: '{"app_id", "provider", "is_on"}',
      examples: ['captcha set-secret app_1 --provider turnstile --file secret.txt'],
      async run({ db, app, options: { provider, file }, tools }) {
        const text = await readFile(file, 'utf8').catch(() => {
          throw new CommandError(`The file ${file} cannot be read.`)
        })
        const secret = text.trim()
        if (!/^[\x21-\x7e]{8,512}$/.test(secret)) throw new CommandError(`The file ${file} holds no secret.`)
        await storeSecret({ db, signer: await tools.signer() }, app.id, vendor.parse(provider), secret)
        const { captcha_enabled, enabled_captcha_provider, captcha_site_key } = app.config
        const is_on =
          captcha_enabled && enabled_captcha_provider === provider && captcha_site_key !== undefined
        const rest = is_on
          ? ''
          : ` It has no effect until the app’s config has \`captcha_enabled\`, \`enabled_captcha_provider\`: "${provider}" and \`captcha_site_key\`.`
        return {
          text: `The ${provider} secret of ${app.id} is stored.${rest}`,
          json: { app_id: app.id, provider, is_on },
        }
      },
    }),
  },
}
