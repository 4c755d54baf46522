import type { Settings } from '../settings.ts'

/**
 * The origin whose document runs a captcha vendor's script. By default the wallet's, and the document's CSP then
 * sandboxes it into an opaque origin. A vendor whose own frames must keep their origin needs `VITRINE_CAPTCHA_ORIGIN`,
 * another host name of the same server: there the sandbox lets the document be of that origin, which is not the wallet's.
 */
export const widgetOrigin = ({ captchaOrigin, origin }: Pick<Settings, 'captchaOrigin' | 'origin'>) =>
  captchaOrigin ?? origin

/** Whether a request came to `VITRINE_CAPTCHA_ORIGIN`. @param host its header, in any letters, with or without the usual port */
export function isCaptchaHost({ captchaOrigin }: Pick<Settings, 'captchaOrigin'>, host = ''): boolean {
  if (captchaOrigin === null) return false
  const expected = new URL(captchaOrigin)
  const url = `${expected.protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === expected.host
}
