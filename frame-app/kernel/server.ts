import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { lazily, lazyObject } from '../core/lazy.ts'
import { createHttpClient, type HttpClient } from '../http/client.ts'
import type { SignerIdentity } from '../session/signer-identity.ts'
import { createSessionStorage, type SessionStorage } from '../session/storage.ts'
import { createLiveConfig, type LiveConfig } from './live-config.ts'
import type { Notices } from './notices.ts'

export interface ServerParts {
  readonly boot: ReadFrameBoot
  readonly frame: Window & typeof globalThis
  readonly notices: Notices
  /** The browser blocks the storage, from now on. */
  onBlocked(): void
}

/** The app's server as the frame reaches it, with what this browser keeps for it. */
export interface Server {
  readonly appId: string
  readonly origin: string
  readonly http: HttpClient
  readonly storage: SessionStorage
  readonly config: LiveConfig
  /** Its code comes with the first use. */
  readonly signer: SignerIdentity
  /** The server's clock, unix ms. */
  now(): number
  /** BCP 47 tag of the site's choice; `null` for none. */
  locale(): string | null
  setLocale(tag: string | null): void
}

export function connectServer({ boot, frame, notices, onBlocked }: ServerParts): Server {
  const appId = boot.app.id
  const { origin } = frame.location
  const clockOffset = boot.now - Date.now()
  let locale: string | null = null
  const storage = createSessionStorage(appId, () => frame.localStorage, onBlocked)
  const http = createHttpClient({
    appId,
    origin,
    analyticsId: storage.analyticsId(),
    dpopNonce: boot.dpopNonce,
    isOnline: () => frame.navigator.onLine,
    language: () => locale,
    fetch: frame.fetch.bind(frame),
  })
  const config = createLiveConfig(
    boot.app,
    (answer, signal) =>
      http.request({ method: 'GET', path: `/apps/${encodeURIComponent(appId)}`, answer, signal }),
    message => {
      console.warn(`Vitrine: ${message}`)
      notices.emit('configWarning', { message })
    },
  )
  return {
    appId,
    origin,
    http,
    storage,
    config,
    signer: lazyObject(
      lazily(async () =>
        (await import('../session/signer-identity.ts')).createSignerIdentity(origin, boot.signer, boot.build),
      ),
      ['recipient', 'vouches', 'requirePinned'],
    ),
    now: () => Date.now() + clockOffset,
    locale: () => locale,
    setLocale(tag) {
      locale = tag
    },
  }
}
