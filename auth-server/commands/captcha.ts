import { readFile } from 'node:fs/promises'
import { vendor } from '@vitrine/shared/captcha/provider.ts'
import { storeSecret } from '../provider-secrets/provider-secrets.ts'
import { type Command, CommandError, requireApp } from './command.ts'

/** `captcha set-secret`: `secret set` under its former name, from a file, and with a word on what is missing besides. */
export const captchaCommand: Command = {
  usage: ['captcha set-secret <app id> --provider <turnstile|hcaptcha> --file <file with the secret>'],
  async run(db, verb, { id, options: { provider, file } }, tools) {
    const chosen = vendor.safeParse(provider)
    if (verb !== 'set-secret' || !chosen.success || file === undefined) return null
    const app = await requireApp(db, id)
    const text = await readFile(file, 'utf8').catch(() => {
      throw new CommandError(`The file ${file} cannot be read.`)
    })
    const secret = text.trim()
    if (!/^[\x21-\x7e]{8,512}$/.test(secret)) throw new CommandError(`The file ${file} holds no secret.`)
    await storeSecret({ db, signer: await tools.signer() }, app.id, chosen.data, secret)
    const { captcha_enabled, enabled_captcha_provider, captcha_site_key } = app.config
    const isOn = captcha_enabled && enabled_captcha_provider === chosen.data && captcha_site_key !== undefined
    const rest = isOn
      ? ''
      : ` It has no effect until the app’s config has \`captcha_enabled\`, \`enabled_captcha_provider\`: "${chosen.data}" and \`captcha_site_key\`.`
    return `The ${chosen.data} secret of ${app.id} is stored.${rest}`
  },
}
