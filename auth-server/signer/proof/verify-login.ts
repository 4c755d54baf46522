import { accountTypeOf, MAILBOX_TYPE } from '@vitrine/shared/account/login-facts.ts'
import { issueReceipt } from '../adoption.ts'
import { requireSigned } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import { type GuardedSince, laterOf, readGuarded, sealGuarded } from '../guarded-seal.ts'
import { purposeOf, wayOf } from '../login-paths.ts'
import type { LoginProof, SignerRequest, SignerResponse } from '../operations.ts'
import { issuePresence, LOGIN } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import { newUserId } from '../user-id.ts'
import type { Proven } from './proof.ts'
import { checkProof } from './registry.ts'

type Request = SignerRequest<'verifyLogin'>

/**
 * Checks a login, or the link of a further identity, and vouches for what follows from it:
 * 1. The device signed this very request (contract §6.2): a call that logs in or links in this way, for this user, with
 *    this proof in its body. So neither half can be exchanged: not the device, and not what it proves.
 * 2. The proof of the identity holds.
 * 3. To link: the device is one that this process has sealed for that user. A step-up that frees a device may be its first proof.
 * 4. The account that the database knows for this identity carries the signer's own seal, for the same user and facts.
 *    A step-up proves an account of that user, and makes none. To link another user's gives a receipt for its transfer.
 *
 * A repeated call with a good proof succeeds: that a code is used once is the database's part.
 */
export async function verifyLogin(
  custody: Custody,
  request: Request,
): Promise<SignerResponse<'verifyLogin'>> {
  const { proof, account, link, publicKey, generation } = request
  const { accountSeal, deviceSeal } = custody.keyring
  const now = custody.now()
  const userId = link?.userId ?? null

  // 1.
  const signed = readSigned(custody, request)
  if (signed === null) return refused('authorization')
  const { purpose, body, path } = signed
  const device = { publicKey, thumbprint: thumbprintOf(publicKey) }

  // 2.
  const isKnown = isKnownDevice(custody, request)
  const proven = await checkProof(custody, proof, {
    purpose,
    body,
    path,
    userId,
    device: device.thumbprint,
    isKnown,
    now,
  })
  if (typeof proven === 'string') return refused(proven)
  const { appId, identity, facts, onlyNew } = proven
  if (account && onlyNew) return refused('account')

  // 3. A linked identity logs in to the user's wallets, so an access token, or the API process alone, cannot add one.
  const linking = link && deviceOf(custody, appId, link, publicKey)
  // A device whose session was resumed has no seal yet. To free it is a login in all but name: it signed this request, and step 4 takes
  // an account of the user, which the proof shows. So it gets its seal as a device gets it that logs in.
  const isRelease = purpose === 'step-up' && confirmed(body)?.purpose === 'release'
  if (link && !linking && !isRelease) return refused('device')

  // 4. A user id of the caller's choice would let it log in as the owner of any wallet.
  if (purpose === 'step-up' && account?.userId !== userId) return refused('account')
  const byMailbox = account || link ? null : ownerOfMailbox(custody, request, proven)
  if (byMailbox === undefined) return refused('account')
  const owner = userId ?? account?.userId ?? byMailbox?.userId ?? newUserId(custody, proven, generation)
  const statement = {
    kind: 'account',
    appId,
    channel: identity.type,
    address: identity.subject,
    userId: owner,
    ...(facts && { facts }),
  } as const
  const known = account && readGuarded(accountSeal, { ...statement, userId: account.userId }, account.seal)
  if (account && !known) return refused('account')
  // Whoever has second factors has them on every device that a way of theirs brings in, and by every way that such a device adds.
  const ofAccount = account?.userId === owner ? (known?.since ?? null) : (byMailbox?.since ?? null)
  const since = laterOf(linking?.since ?? null, ofAccount)

  // Both are proven: the one by its device, which links, the other by what was to be linked.
  // What is no way in, as a contract that a wallet owns, brings nobody's account.
  const isAnothers =
    purpose === 'link' && account !== null && account.userId !== owner && identity.type === wayType(proof)
  const parties = { appId, to: owner, identity, device: device.thumbprint }
  const shownFor = purpose === 'login' ? LOGIN : purpose === 'step-up' ? confirmed(body) : null
  return {
    ok: true,
    identity,
    ...(facts && { facts }),
    userId: owner,
    accountSeal: sealGuarded(accountSeal, statement, since),
    ...(isAnothers && { transfer: issueReceipt(custody, { ...parties, from: account.userId }) }),
    device: {
      ...device,
      seal: sealGuarded(deviceSeal, { kind: 'device', appId, userId: owner, publicKey }, since),
    },
    ...(shownFor && {
      presence: issuePresence(custody, { appId, userId: owner, device: device.thumbprint, ...shownFor }),
    }),
  }
}

/**
 * The request that the device signed, and what it meant by it; `null` when it did not sign one with this proof for this
 * user.
 */
function readSigned(custody: Custody, { proof, link, publicKey, authorization }: Request) {
  const base = `${custody.origin}/api/v1`
  const { url } = authorization.payload
  const path = url.startsWith(base) ? url.slice(base.length) : ''
  const purpose = purposeOf(proof, link !== null, path)
  if (purpose === null) return null
  const body = signedBody(custody, { appId: appOf(proof), path, publicKey, authorization })
  if (typeof body !== 'object' || body === null) return null
  const userId = 'user_id' in body ? body.user_id : null
  if (userId !== (link?.userId ?? null)) return null
  return carries(body, carriedBy(proof)) ? { purpose, body, path } : null
}

function signedBody(custody: Custody, request: Parameters<typeof requireSigned>[1]): unknown {
  try {
    return requireSigned(custody, request)
  } catch (error) {
    if (error instanceof SignerRefusal) return null
    throw error
  }
}

const appOf = (proof: LoginProof): string => (proof.type === 'code' ? proof.issued.appId : proof.appId)

/** What of a proof stands in the body as the device sent it. */
function carriedBy(proof: LoginProof): string {
  switch (proof.type) {
    case 'code':
      return proof.code
    case 'secret':
      return proof.credential
    case 'token':
      return proof.token
    case 'assertion':
      return proof.assertion.signature
    case 'new-credential':
      return proof.credential.id
    case 'grant':
      return proof.verifier
    case 'channel':
    case 'message':
      return proof.signature
  }
}

/** Whether a text is the value of one of a body's members, at any depth. */
const carries = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(member => carries(member, text))
    : value === text

/**
 * Whether account and device were both sealed for one user. Asked before the guess: who names a user of their own here
 * would else guess at another's address uncounted.
 */
function isKnownDevice(custody: Custody, { proof, account, deviceSeal, publicKey }: Request): boolean {
  if (proof.type !== 'code' || !account || deviceSeal === undefined) return false
  const { appId, channel, address } = proof.issued
  const { userId, seal } = account
  const type = accountTypeOf({ method: channel })
  const statement = { kind: 'account', appId, channel: type, address, userId } as const
  const link = { userId, device: { publicKey, seal: deviceSeal } }
  const { accountSeal } = custody.keyring
  return (
    readGuarded(accountSeal, statement, seal) !== null && deviceOf(custody, appId, link, publicKey) !== null
  )
}

/** @returns `null` when the device is not sealed for that user */
function deviceOf(
  { keyring }: Custody,
  appId: string,
  { userId, device }: NonNullable<Request['link']>,
  publicKey: string,
): { readonly since: GuardedSince } | null {
  const statement = { kind: 'device', appId, userId, publicKey: device.publicKey } as const
  return device.publicKey === publicKey ? readGuarded(keyring.deviceSeal, statement, device.seal) : null
}

/**
 * Whose account the mailbox is that the proof shows to be read. Where the operator takes accounts of one verified address for
 * one person's, it opens that person's account, who proved the same mailbox here.
 * @returns `null`: nobody was named; `undefined`: somebody was, without right
 */
function ownerOfMailbox(
  { keyring }: Custody,
  { mailboxAccount }: Request,
  { appId, mailbox }: Proven,
): { readonly userId: string; readonly since: GuardedSince } | null | undefined {
  if (!mailboxAccount) return null
  if (mailbox === undefined) return undefined
  const { userId, seal } = mailboxAccount
  const statement = { kind: 'account', appId, channel: MAILBOX_TYPE, address: mailbox, userId } as const
  const known = readGuarded(keyring.accountSeal, statement, seal)
  return known ? { userId, since: known.since } : undefined
}

/** Of the account that a login by the way of the proof proves. */
const wayType = (proof: LoginProof) => accountTypeOf(wayOf(proof))

/** What a person confirms, as the device signed it; nothing for what has no purpose. */
function confirmed(body: unknown): { readonly purpose: string; readonly target: string } | null {
  const { purpose, target = '' } = { ...(body as { purpose?: unknown; target?: unknown }) }
  return typeof purpose === 'string' && typeof target === 'string' ? { purpose, target } : null
}

const refused = (reason: Extract<SignerResponse<'verifyLogin'>, { ok: false }>['reason']) =>
  ({ ok: false, reason }) as const
