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
    'This device has a passkey for the console already. Sign in with it, or use another device.',
  SecurityError:
    'The browser takes no passkey at this address. Open the console by its https address, or by localhost.',
  NotAllowedError:
    'The passkey was not used: the browser’s question was closed or ran out of time. Try again.',
  AbortError: 'The passkey was not used: another question took its place. Try again.',
  NotSupportedError:
    'This device has no passkeys that ask who you are. Use another device or a security key.',
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
    throw clientError('not_supported', 'This browser has no passkeys. Open the console in a current one.')
  try {
    return await run(browser)
  } catch (cause) {
    const sentence = cause instanceof Error ? SENTENCES[cause.name] : undefined
    throw clientError(
      'invalid_credentials',
      sentence ?? 'The passkey could not be used. Try again, or use another one.',
      { cause },
    )
  }
}
