import type { Settings } from '../settings.ts'

/**
 * The origin whose document runs a captcha vendor's script. By default the wallet's, and the document's CSP then
 * sandboxes it into an opaque origin. A vendor whose own frames must keep their origin needs `VITRINE_CAPTCHA_ORIGIN`,
 * another host name of the same server: there the sandbox lets the document be of that origin, which is not the wallet's.
 */
export const widgetOrigin = ({ captchaOrigin, origin }: Pick<Settings, 'captchaOrigin' | 'origin'>) =>
  captchaOrigin ?? origin
