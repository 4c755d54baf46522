/** Companies at which an app's operator has a secret that this server needs. */
export const PROVIDERS = ['turnstile', 'hcaptcha', 'moonpay', 'moonpay-sandbox', 'coinbase', 'relay'] as const
export type Provider = (typeof PROVIDERS)[number]

export const isProvider = (name: string | undefined): name is Provider =>
  PROVIDERS.some(provider => provider === name)
