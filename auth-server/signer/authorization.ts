import { verify } from 'node:crypto'
import { type AuthorizationPayload, MAX_AUTHORIZATION_AGE_MS } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { Custody } from './custody.ts'
import { readDeviceKey, thumbprintOf } from './device-key.ts'
import { type GuardedSince, readGuarded } from './guarded-seal.ts'
import type { MfaClaim } from './mfa-shapes.ts'
import type { SignerRequest } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { isSealOf, type Statement } from './seal.ts'
import { requireMfa } from './sealed-factors.ts'

type Authorization = SignerRequest<'createWallet'>['authorization']

export interface AuthorizedRequest {
  readonly appId: string
  /** Whose the thing is that is asked for. */
  readonly userId: string
  /** Who has taken that user in, and holds the device. */
  readonly adopter?: SignerRequest<'walletRpc'>['adopter']
  /** Path under `/api/v1` that the device must have signed for. */
  readonly path: string
  /** Left out: POST. */
  readonly method?: AuthorizationPayload['method']
  readonly device: SignerRequest<'createWallet'>['device']
  readonly authorization: Authorization
  /** What shows that a second factor was proven, where the user has one. */
  readonly mfa?: MfaClaim
}

/** A request of a user's own device; `since`: which second factors it must bring at least. */
export interface OwnRequest {
  readonly body: unknown
  readonly since: GuardedSince
}

/**
 * Requirements for a wallet operation. The API process is not believed in any of them:
 * 1. The device key was proven at a login of this user, or of who took that user in (the signer's own seals).
 * 2. That key signed exactly this payload (contract §6.2: RFC 8785, ECDSA P-256 over SHA-256, DER, base64).
 * 3. The payload is a call of this operation of this wallet origin, for this app.
 * 4. It has not expired, and its expiry is at most five minutes away.
 * 5. Who holds the device proved a second factor on it, where they have one.
 *
 * @returns the signed body: the only source for what the operation does.
 * @throws SignerRefusal `invalid_seal`, `invalid_authorization`, `expired_authorization` or `missing_mfa`.
 */
export function requireAuthorization(custody: Custody, request: AuthorizedRequest): unknown {
  const { body, since } = requireOwnRequest(custody, request)
  // 5. After the rest: who has no device of the user's learns nothing of their factors.
  const { appId, userId, adopter, device, mfa } = request
  const holder = { appId, userId: adopter?.userId ?? userId, device: thumbprintOf(device.publicKey) }
  requireMfa(custody, holder, since, mfa)
  return body
}

/**
 * Steps 1 to 4, of what proves a second factor or takes none: whose it is shows in `since`.
 * @throws SignerRefusal `invalid_seal`, `invalid_authorization` or `expired_authorization`.
 */
export function requireOwnRequest(custody: Custody, request: AuthorizedRequest): OwnRequest {
  const { appId, userId, adopter, path, method, device, authorization } = request

  // 1. Without the seals, a database writer could name a key, or a user, of their own.
  if (adopter && !isAdoption(custody, { appId, adopter: adopter.userId, adopted: userId }, adopter.seal)) {
    throw new SignerRefusal('invalid_seal', 'The user was not taken in by who asks.')
  }
  const holder = adopter?.userId ?? userId
  const statement = { kind: 'device', appId, userId: holder, publicKey: device.publicKey } as const
  const sealed = readGuarded(custody.keyring.deviceSeal, statement, device.seal)
  if (sealed === null) throw new SignerRefusal('invalid_seal', 'The device does not belong to this user.')
  const body = requireSigned(custody, { appId, path, method, publicKey: device.publicKey, authorization })
  return { body, since: sealed.since }
}

/**
 * Steps 2 to 4 for a key that need not belong to anybody yet, as that of a device which logs in.
 * @throws SignerRefusal `invalid_authorization` or `expired_authorization`.
 */
export function requireSigned(
  custody: Custody,
  {
    appId,
    path,
    method = 'POST',
    publicKey,
    authorization: { payload, signature },
  }: {
    readonly appId: string
    readonly path: string
    readonly method?: AuthorizationPayload['method'] | undefined
    readonly publicKey: string
    readonly authorization: Authorization
  },
): unknown {
  // 2.
  if (!isSigned(payload, signature, publicKey)) {
    throw new SignerRefusal('invalid_authorization', 'The signature is not by this device over this request.')
  }

  // 3. A signature for one wallet, app or installation is worth nothing for another.
  if (
    payload.method !== method ||
    payload.url !== `${custody.origin}/api/v1${path}` ||
    payload.headers['vitrine-app-id'] !== appId
  ) {
    throw new SignerRefusal('invalid_authorization', 'The signed request is another one than this.')
  }

  // 4. The upper bound keeps a captured signature from being kept for later.
  const expiry = Number(payload.headers['vitrine-request-expiry'])
  const now = custody.now()
  if (expiry <= now) throw new SignerRefusal('expired_authorization', 'The signed request has expired.')
  if (expiry > now + MAX_AUTHORIZATION_AGE_MS) {
    throw new SignerRefusal(
      'invalid_authorization',
      'The signed request expires more than five minutes from now.',
    )
  }
  return payload.body
}

/** Step 2. */
export function isSigned(payload: AuthorizationPayload, signature: string, publicKey: string): boolean {
  let message: Buffer
  try {
    message = Buffer.from(canonicalJson(payload), 'utf8')
  } catch {
    // No device signs a text that has no canonical form, such as one half of a UTF-16 pair (RFC 8785 §3.2.2.2).
    return false
  }
  const key = { key: readDeviceKey(publicKey), dsaEncoding: 'der' } as const
  return verify('sha256', message, key, Buffer.from(signature, 'base64'))
}

/** Whether the signer has said that one user took another in, see `adoption.ts`. */
export const isAdoption = (
  { keyring }: Pick<Custody, 'keyring'>,
  statement: Omit<Extract<Statement, { kind: 'adoption' }>, 'kind'>,
  seal: string,
): boolean => isSealOf(keyring.adoption, { kind: 'adoption', ...statement }, seal)
