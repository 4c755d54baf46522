import type { Failure } from '../words/failure.ts'

/** Whether a step failed for its captcha: the same press again is then all that a person can do. */
export const captchaFailed = ({ code }: Failure): boolean =>
  code === 'invalid_captcha' || code.startsWith('captcha_')
