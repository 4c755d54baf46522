import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { operatorPasskeys } from '../database/operator-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { readClientData } from '../login/passkey/client-data.ts'
import { ALGORITHMS } from '../login/passkey/public-key.ts'
import {
  fromAssertion,
  fromAttestation,
  toCreationOptions,
  toRequestOptions,
} from '../login/passkey/webauthn-json.ts'
import type { Enrolment } from '../operators/enrolment.ts'
import { type ChallengeScope, createChallenge, takeChallenge } from './challenge.ts'

/** Operators' passkeys (Web Authentication Level 3). Their relying party is the console's host, which is neither the wallet's nor a site's. */
const partyOf = ({ settings }: Pick<Context, 'settings'>) => {
  const origin = settings.consoleOrigin ?? ''
  return { origin, id: new URL(origin).hostname }
}

/** What the browser is asked to make: a discoverable passkey that verifies its person. */
export async function newPasskeyOptions(
  ctx: Context,
  { hash, operator }: Enrolment,
): Promise<CreationOptions> {
  const challenge = await createChallenge(ctx, { purpose: 'enrolment', subject: hash })
  const options = await generateRegistrationOptions({
    rpID: partyOf(ctx).id,
    rpName: 'Vitrine console',
    userID: new Uint8Array(Buffer.from(operator.id)),
    userName: operator.name,
    userDisplayName: operator.name,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return toCreationOptions(options)
}

/**
 * Checks what the browser made, and keeps it as the operator's passkey. One enrolment is of one passkey: of two that come at once the
 * database takes the first.
 * @returns its id
 * @throws `invalid_credentials` (422) | `expired_or_invalid_authorization` (403): the link was used meanwhile
 */
export async function registerPasskey(
  ctx: Context,
  { hash, operator }: Enrolment,
  attestation: Attestation,
): Promise<(tx: Transaction) => Promise<string>> {
  const { challenge } = readClientData(attestation.response.client_data_json)
  await takeChallenge(ctx, challenge, { purpose: 'enrolment', subject: hash })
  const party = partyOf(ctx)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: fromAttestation(attestation),
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  const { credential } = registrationInfo ?? refused()
  return async tx => {
    const added = await tx
      .insert(operatorPasskeys)
      .values({
        ...{ id: credential.id, operatorId: operator.id, enrolmentHash: hash, counter: credential.counter },
        coseKey: Buffer.from(credential.publicKey).toString('base64url'),
        transports: attestation.response.transports ?? [],
      })
      .onConflictDoNothing()
      .returning({ id: operatorPasskeys.id })
    if (added.length === 0) throw linkIsOver()
    return credential.id
  }
}

/** What a passkey is asked to answer: any of this console, or those of one operator. */
export async function passkeyOptions(
  ctx: Context,
  scope: ChallengeScope,
  operatorId: string | null,
): Promise<RequestOptions> {
  const challenge = await createChallenge(ctx, scope)
  const options = await generateAuthenticationOptions({
    rpID: partyOf(ctx).id,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  })
  if (operatorId === null) return toRequestOptions(options)
  const own = await ctx.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.operatorId, operatorId))
  return {
    ...toRequestOptions(options),
    allow_credentials: own.map(({ id, transports }) => ({
      id,
      type: 'public-key',
      transports: [...transports],
    })),
  }
}

/**
 * Checks what a passkey answered, after its challenge was taken.
 * @throws `invalid_credentials` (422), also for a counter that went back: a copy of the authenticator is about
 */
export async function verifyPasskey(
  ctx: Context,
  scope: ChallengeScope,
  assertion: Assertion,
): Promise<{ readonly passkeyId: string; readonly operatorId: string }> {
  const { challenge } = readClientData(assertion.response.client_data_json)
  await takeChallenge(ctx, challenge, scope)
  const [passkey] = await ctx.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.id, assertion.id))
  if (!passkey) return refused()
  const { id, operatorId, coseKey, counter } = passkey
  const handle = Buffer.from(operatorId).toString('base64url')
  // The authenticator names its person too (§7.2, step 6).
  if ((assertion.response.user_handle ?? handle) !== handle) refused()
  const party = partyOf(ctx)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: fromAssertion(assertion),
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: bytesOf(coseKey), counter },
  }).catch(refused)
  if (!verified) refused()
  await ctx.db
    .update(operatorPasskeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: new Date(ctx.now()) })
    .where(eq(operatorPasskeys.id, id))
  return { passkeyId: id, operatorId }
}

export const linkIsOver = () =>
  apiError(
    'expired_or_invalid_authorization',
    'This link was used, replaced or is older than a day. Ask for a new one.',
  )

/** The library throws for each step that does not hold; all of them are the same to the caller. */
function refused(): never {
  throw apiError('invalid_credentials', 'This passkey does not open the console. Try another one.')
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
