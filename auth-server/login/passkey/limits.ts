import { type RateLimit, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import type { Settings } from '../../settings.ts'

/** Calls of one network, counted before the body is read. A passkey cannot be guessed: this only bounds the work. */
export function networkLimits(settings: Settings, step: 'init' | 'answer', network: string): RateLimit[] {
  return [
    {
      scope: `passkey-${step}-network`,
      subject: network,
      limit: settings.networkLimit,
      windowMs: TEN_MINUTES_MS,
    },
  ]
}
