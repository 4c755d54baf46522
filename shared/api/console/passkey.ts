import * as z from 'zod/mini'
import { assertion, attestation, creationOptions, requestOptions } from '../login/passkey.ts'

/** What an operator's passkey is asked for, and answers: WebAuthn JSON as for people's logins. */
export const passkeyAsked = z.object({ options: requestOptions })
export const passkeyAnswered = z.object({ authenticator_response: assertion })
export const newPasskeyAsked = z.object({ options: creationOptions })
export const newPasskeyAnswered = z.object({ authenticator_response: attestation })
