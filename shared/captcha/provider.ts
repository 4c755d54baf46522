import * as z from 'zod/mini'

/** `altcha` is the server's own proof of work; the others run a vendor's script in a frame of their own. */
export const captchaProvider = z.enum(['altcha', 'turnstile', 'hcaptcha'])
export type CaptchaProvider = z.infer<typeof captchaProvider>

export const vendor = z.enum(['turnstile', 'hcaptcha'])
export type Vendor = z.infer<typeof vendor>

/** Who checks people for an app whose captcha is on: the server itself where the operator names nobody. */
export const providerOf = (app: {
  readonly enabled_captcha_provider?: CaptchaProvider | null
}): CaptchaProvider => app.enabled_captcha_provider ?? 'altcha'

/** How long a check that needs nobody may take (contract §8.2, `captcha_timeout`). */
export const CAPTCHA_TIMEOUT_MS = 20_000
