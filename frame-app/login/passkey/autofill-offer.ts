import type { LoginContext } from '../../login-method/login-method.ts'

/**
 * Has the browser offer passkeys among its suggestions for the address field (`autocomplete="email webauthn"`), where it
 * can. Not where the app wants a captcha: it would run before anybody has done anything.
 * @param show opens the card, which says why a chosen passkey was not taken
 * @returns ends it
 */
export function offerInAutofill(context: LoginContext, show: () => void): () => void {
  if (context.kernel.app.captcha_enabled || !('PublicKeyCredential' in globalThis)) return () => {}
  const stop = new AbortController()
  import('./autofill.ts').then(
    ({ logInByAutofill }) => logInByAutofill(context, show, stop.signal),
    // Nobody asked for it, so nobody misses it.
    () => {},
  )
  return () => stop.abort()
}
