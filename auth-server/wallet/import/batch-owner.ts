import {
  accountFacts,
  isAccountType,
  isGuestAccount,
  provenBy,
  wayOfAccount,
} from '@vitrine/shared/account/login-facts.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { BatchOwner } from '@vitrine/shared/wallet/batch-import.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { users } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import { findAccount, type Identity } from '../../identity/identity.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'

/** Whose a key is to be: a user's, or that of who first logs in as an identity. */
export type Owner = { readonly userId: string } | { readonly identity: Identity }

/** @throws `user_does_not_exist` (404) | `invalid_data` (400) for what no login has as its name */
export async function findOwner(ctx: Context, appId: string, owner: BatchOwner): Promise<Owner> {
  if ('user_id' in owner) return { userId: await requireUser(ctx, appId, owner.user_id) }
  const identity = readIdentity(owner)
  const account = await findAccount(ctx, appId, identity)
  return account ? { userId: account.userId } : { identity }
}

/** Of a user who was taken in, who took them in. */
async function requireUser(ctx: Context, appId: string, id: string): Promise<string> {
  const [user] = /\0/.test(id)
    ? []
    : await ctx.db
        .select({ mergedInto: users.mergedInto })
        .from(users)
        .where(and(eq(users.id, id), eq(users.appId, appId)))
  if (!user) throw apiError('user_does_not_exist', 'There is no user with this id.')
  return user.mergedInto ?? id
}

/** As a login by it finds it. */
function readIdentity({ type, subject }: { readonly type: string; readonly subject: string }): Identity {
  if (!isAccountType(type) || !logsInAgain(type, subject) || /\0/.test(subject)) throw unknownLogin()
  return { type, subject: NORMAL[type]?.(subject) ?? subject }
}

/** A login that somebody can come with who was never here: not one that is made here, nor one that opens no account. */
function logsInAgain(type: string, subject: string): boolean {
  const method = wayOfAccount({ type, subject })?.method
  const isMadeHere = isGuestAccount(type) || provenBy('assertion').some(each => each === method)
  return method !== undefined && !isMadeHere && accountFacts(type)?.linkedBy === undefined
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
