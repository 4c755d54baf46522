import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/login/passkey.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { LoginContext } from '../../login-method/login-method.ts'
import type { Calls } from '../../session/calls.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { Failure } from '../../words/failure.ts'
import type { CeremonyResponse } from './ceremony.ts'
import { generateChallenge, submitLogin } from './passkey-api.ts'
import { toPasskeyFailure } from './passkey-failure.ts'
import { fromRequestOptions, toAssertion } from './webauthn-json.ts'

/** A challenge is exchanged while the person still has time to answer it. */
const RENEW_AFTER_MS = CHALLENGE_LIFETIME_MS - 60_000

interface Answer {
  readonly challenge: string
  readonly response: CeremonyResponse
}

/** As thrown: the words for it come with the card. */
const refusals = new WeakMap<LoginContext, { readonly error: unknown }>()

/** Why the passkey that was chosen in the address field was not taken; told once. */
export function takeRefusal(context: LoginContext): Failure | null {
  const refusal = refusals.get(context)
  refusals.delete(context)
  return refusal ? toPasskeyFailure(refusal.error) : null
}

/** Logs in with the passkey that the person chooses in the address field. @param show opens the card when it is refused */
export async function logInByAutofill(
  context: LoginContext,
  show: () => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const result = await awaitAutofill(context.kernel, signal)
    if (!result || signal.aborted) return
    context.kernel.tellFlow({ flow: 'passkey', status: 'done' })
    context.onAuthenticated(result)
  } catch (error) {
    if (signal.aborted) return
    refusals.set(context, { error })
    show()
  }
}

/**
 * Waits until the person chooses a passkey among the suggestions of the address field (conditional mediation, Web
 * Authentication Level 3, §5.1.4), and logs in with it.
 * @returns `null` where the browser cannot, or when another ceremony takes its place
 * @throws VitrineError when the chosen passkey was not taken
 */
async function awaitAutofill(
  { operations: { calls }, tellFlow }: Kernel,
  signal: AbortSignal,
): Promise<FrameResult<'login'> | null> {
  // Offline, for one: nobody asked for it, so nobody misses it.
  const browser = await import('@simplewebauthn/browser').catch(() => null)
  if (!browser || !(await browser.browserSupportsWebAuthnAutofill())) return null
  while (!signal.aborted) {
    const answer = await askOnce(browser, calls, signal)
    if (answer === 'over') return null
    if (answer === 'stale') continue
    // What the browser offers beside a field is no flow of the page's before somebody takes it.
    tellFlow({ flow: 'passkey', status: 'submitting-response' })
    return submitLogin(calls, answer.challenge, answer.response, signal)
  }
  return null
}

/** Nobody asked for this, so nobody is told when it cannot be had: `over`. */
async function askOnce(
  { startAuthentication, WebAuthnAbortService }: typeof import('@simplewebauthn/browser'),
  calls: Calls,
  signal: AbortSignal,
): Promise<Answer | 'stale' | 'over'> {
  let isStale = false
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  const renewal = setTimeout(() => {
    isStale = true
    cancel()
  }, RENEW_AFTER_MS)
  signal.addEventListener('abort', cancel)
  try {
    const ceremony = await generateChallenge(calls, 'log-in', signal)
    if (ceremony.kind !== 'get' || signal.aborted) return 'over'
    const response = await startAuthentication({
      optionsJSON: fromRequestOptions(ceremony.options),
      useBrowserAutofill: true,
      // The field may come a moment later; the browser waits for it.
      verifyBrowserAutofillInput: false,
    })
    return {
      challenge: ceremony.issued,
      response: { kind: 'get', response: toAssertion(response) },
    }
  } catch {
    return isStale && !signal.aborted ? 'stale' : 'over'
  } finally {
    clearTimeout(renewal)
    signal.removeEventListener('abort', cancel)
  }
}
