import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import { clientError, requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import { say } from '../../words/say.ts'
import { passkeyFailure } from './passkey-failure.ts'
import { fromCreationOptions, fromRequestOptions, toAssertion, toAttestation } from './webauthn-json.ts'

/** Without an authenticator `create` and `get` stay pending in some browsers, whatever `timeout` says (contract §9). */
const CEREMONY_LIMIT_MS = 120_000

/** What the browser is asked for. */
export type CeremonyRequest =
  | {
      readonly kind: 'create'
      readonly options: CreationOptions
      /** For what kind of authenticator the site would have it (WebAuthn level 3, `hints`); browsers may pass over it. */
      readonly hints: EffectiveConfig['passkeys']['hints']
    }
  | { readonly kind: 'get'; readonly options: RequestOptions }

export type Ceremony =
  | Extract<CeremonyRequest, { kind: 'create' }>
  /** `issued`: the server's challenge, which that of the options comes from. */
  | (Extract<CeremonyRequest, { kind: 'get' }> & { readonly issued: string })

export type CeremonyResponse =
  | { readonly kind: 'create'; readonly response: Attestation }
  | { readonly kind: 'get'; readonly response: Assertion }

/**
 * Has the browser make or use a passkey, in this document.
 * @throws VitrineError with words for a person; the signal's reason when it aborts
 */
export async function runCeremony(ceremony: CeremonyRequest, signal: AbortSignal): Promise<CeremonyResponse> {
  const browser = await import('@simplewebauthn/browser')
  if (!browser.browserSupportsWebAuthn()) throw clientError('not_supported', say('passkey.unsupported'))
  signal.throwIfAborted()
  const cancel = () => browser.WebAuthnAbortService.cancelCeremony()
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    cancel()
  }, CEREMONY_LIMIT_MS)
  signal.addEventListener('abort', cancel)
  try {
    if (ceremony.kind === 'create') {
      const optionsJSON = { ...fromCreationOptions(ceremony.options), hints: ceremony.hints }
      return { kind: 'create', response: toAttestation(await browser.startRegistration({ optionsJSON })) }
    }
    const optionsJSON = fromRequestOptions(ceremony.options)
    return { kind: 'get', response: toAssertion(await browser.startAuthentication({ optionsJSON })) }
  } catch (error) {
    signal.throwIfAborted()
    throw isLate ? requestTimedOut() : passkeyFailure(error)
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', cancel)
  }
}
