import { hostKeyRequest, registerHostKeyResponse } from '@vitrine/shared/api/host-key.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import type { HostKeyCall, HostKeyPurpose } from '@vitrine/shared/bridge/host-key.ts'
import type { PageCall } from '@vitrine/shared/bridge/wallet-relay.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import { createProver } from '../session/authorized-request.ts'
import type { VaultClient } from '../vault/client.ts'
import type { KernelSession } from './session.ts'
import type { ViewParts } from './view.ts'

type View = Pick<ViewParts, 'server' | 'user' | 'screens' | 'notices' | 'hostOrigin'>
interface Page {
  readonly vault: VaultClient
  /** Asks the page. `undefined`: it is not connected yet. */
  askWallets(call: PageCall): Promise<unknown>
}

/** The longest wait of the page's `ready`. The page then opens without a login. */
const RESUME_LIMIT_MS = 8_000
const CONNECTING_MS = 20

const hostKeyAnswer = z.object({
  ok: z.literal(true),
  value: z.nullable(z.object({ publicKey: z.string(), signature: z.string() })),
})

/** Requests that use nothing of the account: a resumed session shows them. */
const OPEN_KINDS = ['login', 'connect-wallet', 'release-device', 'watch-asset', 'show-calls']

/**
 * Where the browser blocks the frame's storage, the page keeps a key on its own origin (`host-sdk/host-key.ts`) that brings the session
 * back after a reload. That session is restricted: whoever uses the wallet proves a login first.
 *
 * @returns once the session of before the reload is back @throws VitrineError where there is none, or the server refuses
 */
export async function keepSession(
  { server, user, screens, notices, hostOrigin }: View,
  { vault, askWallets }: Page,
): Promise<void> {
  const { http, now } = server
  const { session, complete } = user
  notices.emit('error', {
    code: 'session_storage_unavailable',
    message:
      'The browser blocks storage for the wallet: after a reload the user confirms that it is them before they use their wallet.',
    during: 'restore',
  })

  /** Settles as `null` with a page that is not connected in time, knows no such call, or has no key. */
  const askPage = async (call: HostKeyCall, signal: AbortSignal) => {
    while (!signal.aborted) {
      const answer = await Promise.race([askWallets({ verb: 'hostKey', ...call }), aborted(signal)])
      if (answer !== undefined) return hostKeyAnswer.safeParse(answer).data?.value ?? null
      await new Promise(resolve => setTimeout(resolve, CONNECTING_MS))
    }
    return null
  }

  /** One call that the page's key signs for, with the nonce that the proof of this very attempt carries. */
  const send = async <T>(
    purpose: HostKeyPurpose,
    path: string,
    answer: z.ZodMiniType<T>,
    token?: string,
  ): Promise<T> => {
    const signal = AbortSignal.timeout(RESUME_LIMIT_MS)
    const thumbprint = await vault.use(it => it.thumbprint())
    const body = { origin: hostOrigin, public_key: '', signature: '' }
    return http.request({
      ...{ method: 'POST', path, body, answer, signal },
      async headers(url) {
        const nonce = http.dpopNonce() ?? ''
        const signed = await askPage({ purpose, nonce, thumbprint }, signal)
        if (!signed) throw clientError('session_storage_unavailable', 'The page keeps no key.')
        Object.assign(body, { public_key: signed.publicKey, signature: signed.signature })
        hostKeyRequest.parse(body)
        return createProver(vault, now, () => nonce).headers('POST', url, token)
      },
    })
  }

  /** For a login: a resumed session has its key already. */
  const register = async () => {
    if (user.release || session.current.get().status === 'anonymous') return
    await send('register', '/sessions/host_key', registerHostKeyResponse, await session.accessToken())
  }
  let registering: Promise<void> = Promise.resolve()
  const registerSoon = () => {
    registering = register().catch(() => {})
  }
  user.onBegin(registerSoon)
  registerSoon()

  session.current.subscribe(() => {
    if (session.current.get().status !== 'anonymous') return
    delete user.release
    // The server may not hear of a logout. Without the key a reload brings nobody back all the same.
    void registering.then(() =>
      askPage({ purpose: 'forget', nonce: '', thumbprint: '' }, AbortSignal.timeout(RESUME_LIMIT_MS)).catch(
        () => {},
      ),
    )
  })

  let releasing: Promise<void> | undefined
  const release: KernelSession['release'] = async request => {
    const { kind = '', wallet } = { ...(request as { kind?: string; wallet?: { custody: string } }) }
    // Another wallet app guards its own key.
    if (OPEN_KINDS.includes(kind) || wallet?.custody === 'external') return
    // Requests that come together wait for one proof.
    releasing ??= screens
      .show<'release-device'>({ kind: 'release-device' })
      .then(() => void delete user.release)
      .finally(() => {
        releasing = undefined
      })
    await releasing
  }

  if (session.current.get().status !== 'anonymous') return
  // The server resumes on a device key that is new. A browser that blocks some storage alone still has the one of before.
  await vault.use(it => it.forget())
  const answer = await send('resume', '/sessions/resume', authenticatedUser)
  // Somebody logged in meanwhile.
  if (session.current.get().status !== 'anonymous') return
  user.release = release
  session.begin(answer)
  // A resumed session cannot accept terms: its user logs in anew, and accepts them then.
  void server.config.configured.then(
    () => {
      if (user.release && complete.get().status === 'anonymous') user.logout('device').catch(() => {})
    },
    () => {},
  )
}

const aborted = (signal: AbortSignal) =>
  new Promise<null>(resolve => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
