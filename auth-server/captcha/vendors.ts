import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import type { Settings } from '../settings.ts'

/** Where a vendor's parts are. */
export interface VendorAddresses {
  /** The script that a person's browser loads; explicit rendering. */
  readonly script: string
  /** What the server asks whether a token is genuine. */
  readonly siteverify: string
  /** CSP sources that the vendor's documentation names for script, frame, style and connection. */
  readonly sources: readonly string[]
}

/** An operator may put a proxy in a vendor's place: `VITRINE_TURNSTILE_URL`, `VITRINE_HCAPTCHA_URL`. */
export function vendorAddresses({ turnstileUrl, hcaptchaUrl }: Settings, vendor: Vendor): VendorAddresses {
  switch (vendor) {
    case 'turnstile': {
      const base = turnstileUrl ?? 'https://challenges.cloudflare.com'
      return {
        script: `${base}/turnstile/v0/api.js?render=explicit`,
        siteverify: `${base}/turnstile/v0/siteverify`,
        sources: [base],
      }
    }
    case 'hcaptcha':
      return {
        script: `${hcaptchaUrl ?? 'https://js.hcaptcha.com'}/1/api.js?render=explicit&recaptchacompat=off`,
        siteverify: `${hcaptchaUrl ?? 'https://api.hcaptcha.com'}/siteverify`,
        sources: hcaptchaUrl === null ? ['https://hcaptcha.com', 'https://*.hcaptcha.com'] : [hcaptchaUrl],
      }
  }
}
