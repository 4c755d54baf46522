import { unlinkRequest } from '@vitrine/shared/api/login/passkey.ts'
import {
  emailEnrollRequest,
  passkeyEnrollmentRequest,
  regenerateRequest,
  smsEnrollRequest,
  totpEnrollRequest,
  unenrollRequest,
} from '@vitrine/shared/api/mfa.ts'
import { MFA_TARGET, stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { requireOwnRequest } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import { seal } from '../envelope.ts'
import { readGuarded } from '../guarded-seal.ts'
import type { Factor } from '../mfa-shapes.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { requirePresence } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import { issueMfa, requireMfa, sealFactors } from '../sealed-factors.ts'
import { type CodeRefusal, guessSentCode, guessTotp, openCode, type Prover } from './check-code.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { sealedAnew } from './sealed-anew.ts'
import { totpKeys } from './totp-key.ts'

type Request = SignerRequest<'changeFactors'>
type Change<Type extends Request['change']['type']> = Extract<Request['change'], { type: Type }>

/** Below `/api/v1`; of what is sent by its channel. */
const ENROLL = {
  totp: '/mfa/totp/enroll',
  sms: '/mfa/passwordless_sms/enroll',
  email: '/mfa/passwordless/enroll',
} as const
const REMOVE = {
  totp: '/mfa/totp/unenroll',
  sms: '/mfa/passwordless_sms/unenroll',
  email: '/mfa/passwordless/unenroll',
} as const
const PASSKEYS = '/mfa/passkeys/enrollment'
const PASSKEY_GONE = '/passkeys/unlink'
const RECOVERY_CODES = '/mfa/recovery_codes/regenerate'

/** What the factors become. */
interface Changed {
  readonly list: readonly Factor[]
  /** A factor was proven with the change. */
  readonly isProven: boolean
  readonly step?: number
}

/**
 * Adds, changes or removes second factors. What must hold, whatever the API process says:
 * 1. The user's device signed this very change.
 * 2. The person proved a way in just now, on this device, for a change of their factors or by logging in.
 * 3. Where they have a factor, they proved one just now too: nothing is weakened, and nothing added, by who has none.
 * 4. What is added is theirs: a code of the app or to the address, a passkey that is a way in of theirs.
 *
 * With the first factor come recovery codes. Each of the user's ways in and devices is sealed anew with the version that this makes.
 * @throws SignerRefusal of `requireOwnRequest`, `requirePresence` and `requireMfa`; `invalid_authorization` when the signed body is
 * another change; `invalid_seal` for what is not the user's; `invalid_request` for more factors than there can be
 */
export async function changeFactors(
  custody: Custody,
  request: Request,
): Promise<SignerResponse<'changeFactors'>> {
  const { appId, userId, device, authorization, presence, mfa, change } = request
  // 1.
  const path = pathOf(change)
  const { body, since } = requireOwnRequest(custody, { appId, userId, device, authorization, path })
  const prover = { appId, userId, device: thumbprintOf(device.publicKey) }

  // 2.
  const unlinked = change.type === 'passkey-gone' ? read(unlinkRequest, body).credential_id : null
  requirePresence(
    custody,
    prover,
    presence,
    unlinked === null
      ? { purpose: 'mfa', target: MFA_TARGET }
      : { purpose: 'unlink', target: stepUpTarget('passkey', unlinked) },
  )

  // 3.
  requireMfa(custody, prover, since, mfa)
  const present = mfa?.factors ?? { version: 0, list: [], recoveryCodes: [] }

  // 4.
  const changed = await changedList(custody, prover, present.list, change, body)
  if (typeof changed === 'string') return { ok: false, reason: changed }
  const isFirst = present.list.length === 0 && changed.list.length > 0
  const made =
    isFirst || change.type === 'recovery-codes'
      ? await makeRecoveryCodes(custody, { appId, userId }, recipientOf(device.publicKey, body))
      : null
  const kept = changed.list.length === 0 ? [] : present.recoveryCodes
  const version = present.version + 1
  const next = { version, list: [...changed.list], recoveryCodes: made?.hashes ?? [...kept] }
  return {
    ok: true,
    factors: sealFactors(custody, prover, next),
    token: changed.isProven ? issueMfa(custody, prover) : null,
    step: changed.step ?? null,
    recoveryCodes: made?.told ?? null,
    ...sealedAnew(custody, request, version),
  }
}

function pathOf(change: Request['change']): string {
  switch (change.type) {
    case 'totp':
      return ENROLL.totp
    case 'code':
      return ENROLL[change.issued.channel]
    case 'passkeys':
      return PASSKEYS
    case 'passkey-gone':
      return PASSKEY_GONE
    case 'remove':
      return REMOVE[change.method]
    case 'recovery-codes':
      return RECOVERY_CODES
  }
}

/** @returns why what is added does not hold */
async function changedList(
  custody: Custody,
  prover: Prover,
  list: readonly Factor[],
  change: Request['change'],
  body: unknown,
): Promise<Changed | CodeRefusal | 'factor'> {
  switch (change.type) {
    case 'totp':
      return withTotp(custody, prover, list, change, body)
    case 'code':
      return withAddress(custody, prover, list, change, body)
    case 'passkeys':
      return withPasskeys(custody, prover, list, change, body)
    case 'passkey-gone': {
      const { credential_id: gone, remove_as_mfa: isAsked } = read(unlinkRequest, body)
      if (isAsked !== true) throw notThis()
      return { list: list.filter(each => each.type !== 'passkey' || each.id !== gone), isProven: false }
    }
    case 'remove': {
      read(unenrollRequest, body)
      const left = list.filter(({ type }) => type !== change.method)
      return left.length === list.length ? 'factor' : { list: left, isProven: false }
    }
    case 'recovery-codes':
      return list.length === 0 ? 'factor' : { list, isProven: false }
  }
}

async function withTotp(
  custody: Custody,
  prover: Prover,
  list: readonly Factor[],
  { sealed, expiresAt }: Change<'totp'>,
  body: unknown,
): Promise<Changed | CodeRefusal> {
  const code = await openCode(
    custody,
    prover,
    'mfa-enroll',
    { method: 'totp' },
    read(totpEnrollRequest, body).code,
  )
  if (code === null) return 'sealed'
  if (expiresAt <= custody.now()) return 'expired'
  const right = guessTotp(custody, prover, { sealed, expiresAt }, code)
  if (typeof right === 'string') return right
  try {
    const { appId, userId } = prover
    const context = { purpose: 'totp-secret', appId, userId, expiresAt: null } as const
    const secret = seal(totpKeys(custody.keyring), context, right.secret)
    const factor = { type: 'totp', secret, verifiedAt: custody.now() } as const
    return { list: replaced(list, factor), isProven: true, step: right.step }
  } finally {
    right.secret.fill(0)
  }
}

async function withAddress(
  custody: Custody,
  prover: Prover,
  list: readonly Factor[],
  { issued }: Change<'code'>,
  body: unknown,
): Promise<Changed | CodeRefusal> {
  const { channel: method, address, test } = issued
  // Which address the device meant shows in what the code is sealed for: nobody else's opens.
  const { code: sealed } = method === 'sms' ? read(smsEnrollRequest, body) : read(emailEnrollRequest, body)
  const code = await openCode(custody, prover, 'mfa-enroll', { method, address }, sealed)
  if (code === null) return 'sealed'
  const verdict = guessSentCode(custody, prover, 'mfa-enroll', issued, code)
  if (verdict !== 'right') return verdict
  return {
    list: replaced(list, { type: method, address, test, verifiedAt: custody.now() }),
    isProven: true,
  }
}

function withPasskeys(
  custody: Custody,
  { appId, userId }: Prover,
  list: readonly Factor[],
  { passkeys }: Change<'passkeys'>,
  body: unknown,
): Changed | 'factor' {
  const asked = new Set(read(passkeyEnrollmentRequest, body).credential_ids)
  const enrolled = list.filter(each => each.type === 'passkey')
  // As of the other methods: what is not there is not taken away, and nobody is told that it was.
  if (asked.size === 0 && enrolled.length === 0) return 'factor'
  const added = passkeys.map(({ id, publicKey, seal: sealed }) => {
    const named = { kind: 'account', appId, channel: 'passkey', address: id, userId } as const
    // By this process's own word: a key of somebody else's would prove their presence.
    if (!readGuarded(custody.keyring.accountSeal, { ...named, facts: { publicKey } }, sealed))
      throw new SignerRefusal('invalid_seal', 'The passkey is not this user’s.')
    return { type: 'passkey', id, publicKey, verifiedAt: custody.now() } as const
  })
  const kept = enrolled.filter(({ id }) => asked.has(id))
  const fresh = added.filter(({ id }) => asked.has(id) && !kept.some(each => each.id === id))
  if (kept.length + fresh.length !== asked.size) throw notThis()
  return { list: [...list.filter(each => each.type !== 'passkey'), ...kept, ...fresh], isProven: false }
}

/** Of its kind there is one. */
const replaced = (list: readonly Factor[], factor: Factor): readonly Factor[] => [
  ...list.filter(({ type }) => type !== factor.type),
  factor,
]

/** To what the recovery codes are encrypted. */
function recipientOf(device: string, body: unknown): { readonly device: string; readonly recipient: string } {
  const { recipient } = read(regenerateRequest, body)
  return { device, recipient }
}

interface Schema<Body> {
  safeParse(body: unknown): { readonly success: true; readonly data: Body } | { readonly success: false }
}

function read<Body>(schema: Schema<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw notThis()
  return parsed.data
}

const notThis = () => new SignerRefusal('invalid_authorization', 'The signed body asks for another change.')
