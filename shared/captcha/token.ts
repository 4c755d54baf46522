import * as z from 'zod/mini'

/** `token` of an init body: what the app's captcha provider gave for one try. The longest known are hCaptcha's. */
export const captchaToken = z.string().check(z.maxLength(8192))
