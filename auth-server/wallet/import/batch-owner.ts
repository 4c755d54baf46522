import {
  accountFacts,
  isAccountType,
  isGuestAccount,
  wayOfAccount,
} from '@vitrine/shared/account/login-facts.ts'
import { entryOf } from '@vitrine/shared/login/registry.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { BatchOwner } from '@vitrine/shared/wallet/batch-import.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { accounts, users } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { Identity } from '../../identity/identity.ts'
import { sealedFacts } from '../../identity/merge-plan.ts'
import type { SignerRequest } from '../../signer/operations.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'

/** Whose a key is to be: a user's (`account`: by this login), or that of who first logs in as an identity. */
export type Owner =
  | { readonly userId: string; readonly account?: SignerRequest<'claimKey'>['account'] }
  | { readonly identity: Identity }

/**
 * @throws `user_does_not_exist` (404) | `invalid_data` (400) for what no login has as its name, or has otherwise: the key is
 * encrypted for the owner as it is written
 */
export async function findOwner(ctx: Context, appId: string, owner: BatchOwner): Promise<Owner> {
  if ('user_id' in owner) return { userId: await requireUser(ctx, appId, owner.user_id) }
  const identity = readIdentity(owner)
  if (identity.subject !== owner.subject)
    throw apiError(
      'invalid_data',
      `Write the owner’s subject as ${identity.subject}, and encrypt the key for it.`,
    )
  return (await ownerOf(ctx, appId, identity)) ?? { identity }
}

/** The user who has a login; `null` where nobody has it yet. */
export async function ownerOf(ctx: Context, appId: string, identity: Identity) {
  const { type, subject } = identity
  const [known] = await ctx.db
    .select({ userId: accounts.userId, seal: accounts.seal, details: accounts.details })
    .from(accounts)
    .where(and(eq(accounts.appId, appId), eq(accounts.type, type), eq(accounts.subject, subject)))
  if (!known) return null
  const facts = sealedFacts(known.details)
  return { userId: known.userId, account: { ...identity, seal: known.seal, ...(facts && { facts }) } }
}

/** As a login by it finds it. @throws `invalid_data` (400) */
export const normalOwner = (owner: BatchOwner): BatchOwner =>
  'user_id' in owner ? owner : readIdentity(owner)

async function requireUser(ctx: Context, appId: string, id: string): Promise<string> {
  const [user] = /\0/.test(id)
    ? []
    : await ctx.db
        .select({ mergedInto: users.mergedInto })
        .from(users)
        .where(and(eq(users.id, id), eq(users.appId, appId)))
  if (!user) throw apiError('user_does_not_exist', 'There is no user with this id.')
  if (user.mergedInto !== null)
    throw apiError('user_does_not_exist', `This user was taken in by ${user.mergedInto}. Name that one.`)
  return id
}

/** A login that can be named beforehand, as a login by it finds it. @throws `invalid_data` (400) */
export function readIdentity({
  type,
  subject,
}: {
  readonly type: string
  readonly subject: string
}): Identity {
  if (!isAccountType(type) || !canBeNamed({ type, subject }) || /\0/.test(subject)) throw unknownLogin()
  return { type, subject: NORMAL[type]?.(subject) ?? subject }
}

/** Not a guest, a contract that is linked and logs nobody in, or what a device makes up itself: nobody knows those beforehand. */
export function canBeNamed({ type, subject }: Identity): boolean {
  const [facts, way] = [accountFacts(type), wayOfAccount({ type, subject })]
  if (!facts || !way || isGuestAccount(type) || 'linkedBy' in facts) return false
  return entryOf(way.method).proofs.assertion === undefined
}

const NORMAL: Partial<Record<Identity['type'], (subject: string) => string>> = {
  email(subject) {
    const address = emailAddress.safeParse(subject)
    if (!address.success) throw unknownLogin()
    return address.data
  },
  phone(subject) {
    const number = readPhoneNumber(subject)
    if (!number) throw unknownLogin()
    return number.e164
  },
  wallet(subject) {
    if (/^ethereum:0x[\da-fA-F]{40}$/.test(subject)) return subject.toLowerCase()
    if (!/^solana:[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(subject)) throw unknownLogin()
    return subject
  },
}

const unknownLogin = () =>
  apiError(
    'invalid_data',
    'Name the owner by user_id, or by type and subject of a login that this server has.',
  )
