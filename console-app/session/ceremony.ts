import {
  fromCreationOptions,
  fromRequestOptions,
  toAssertion,
  toAttestation,
} from '@vitrine/frame-app/login/passkey/webauthn-json.ts'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/** By the names that the browser gives its errors: Web Authentication Level 3, §5.1.3 and §5.1.4. */
const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError:
    'This device already has a passkey for the console. Sign in with it, or use another device.',
  SecurityError:
    'The browser doesn’t accept passkeys at this address. Open the console by its https address, or by localhost.',
  NotAllowedError: 'The passkey request was closed or timed out. Try again.',
  AbortError: 'Another passkey request replaced this one. Try again.',
  NotSupportedError: 'This device’s passkeys can’t verify you. Use another device or a security key.',
}

/** Has the browser make a passkey. @throws VitrineError with a sentence */
export const createPasskey = (options: CreationOptions): Promise<Attestation> =>
  ceremony(async browser =>
    toAttestation(await browser.startRegistration({ optionsJSON: fromCreationOptions(options) })),
  )

/** Has the browser use a passkey. @throws VitrineError with a sentence */
export const askPasskey = (options: RequestOptions): Promise<Assertion> =>
  ceremony(async browser =>
    toAssertion(await browser.startAuthentication({ optionsJSON: fromRequestOptions(options) })),
  )

async function ceremony<T>(
  run: (browser: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<T> {
  const browser = await import('@simplewebauthn/browser')
  if (!browser.browserSupportsWebAuthn())
    throw clientError(
      'not_supported',
      'This browser doesn’t support passkeys. Open the console in a current browser.',
    )
  try {
    return await run(browser)
  } catch (cause) {
    const sentence = cause instanceof Error ? SENTENCES[cause.name] : undefined
    throw clientError(
      'invalid_credentials',
      sentence ?? 'The passkey couldn’t be used. Try again, or use another one.',
      { cause },
    )
  }
}
