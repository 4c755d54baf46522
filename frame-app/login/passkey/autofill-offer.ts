import type { Failure } from '../../flow/failure.ts'
import type { LoginContext } from '../login-method.ts'
import { toPasskeyFailure } from './passkey-failure.ts'

const refusals = new WeakMap<LoginContext, Failure>()

/** Why the passkey that was chosen in the address field was not taken; told once. */
export function takeRefusal(context: LoginContext): Failure | null {
  const refusal = refusals.get(context) ?? null
  refusals.delete(context)
  return refusal
}

/**
 * Has the browser offer passkeys among its suggestions for the address field (`autocomplete="email webauthn"`), where it
 * can. Not where the app wants a captcha: it would run before anybody has done anything.
 * @param show opens the card, which says why a chosen passkey was not taken
 * @returns ends it
 */
export function offerInAutofill(context: LoginContext, show: () => void): () => void {
  const { kernel, onAuthenticated } = context
  const stop = new AbortController()
  if (kernel.app.captcha_enabled || !('PublicKeyCredential' in globalThis)) return () => {}
  import('./autofill.ts')
    .then(({ awaitAutofill }) => awaitAutofill(kernel.operations.calls, stop.signal))
    .then(
      result => {
        if (result && !stop.signal.aborted) onAuthenticated(result)
      },
      error => {
        if (stop.signal.aborted) return
        refusals.set(context, toPasskeyFailure(error))
        show()
      },
    )
  return () => stop.abort()
}
