import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { ReadableStore } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import type { Calls } from '../session/calls.ts'
import type { CaptchaWidget } from './widget-check.ts'

/** A captcha that runs, as the card shows it. */
export interface CaptchaCheck {
  readonly id: number
  /** A vendor's; `null` for work that needs neither a frame nor a person. */
  readonly widget: CaptchaWidget | null
}

export interface Captcha {
  /** The checks that run, for the card to show. */
  readonly checks: ReadableStore<readonly CaptchaCheck[]>
  /** Calls['captchaToken'] */
  readonly token: Calls['captchaToken']
}

export interface CaptchaOptions {
  app(): AppConfig
  readonly post: Calls['post']
  /** The wallet origin. */
  readonly origin: string
  /** Where captcha vendors' scripts run, if not there. */
  readonly captchaOrigin: string | undefined
}

/**
 * Proves to the server that a person is there, where the app wants that. What it takes comes with the first check: a
 * login without captcha loads none of it.
 */
export function createCaptcha({ app, ...options }: CaptchaOptions): Captcha {
  const checks = createStore<readonly CaptchaCheck[]>([])
  return {
    checks,
    async token(signal, demanded) {
      const config = app()
      if (!config.captcha_enabled && !demanded) return undefined
      const { runCheck } = await import('./run-check.ts')
      return runCheck({ ...options, app: config }, checks, signal)
    },
  }
}
