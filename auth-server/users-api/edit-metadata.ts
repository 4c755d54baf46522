import { type CustomMetadata, type ManagedUser, METADATA_LIMITS } from '@vitrine/shared/api/users.ts'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { type Asked, lockLivingUser, recordAsked, requireUser, type UsersContext } from './asked.ts'
import { requireManagedUser } from './managed-user.ts'

/**
 * Changes what a site notes of a user: what is named is set, or removed by `null`; the rest stays. Of two changes at once neither
 * takes the other back.
 * @param change as it was sent
 * @throws `invalid_data` (400) for what is not flat or too much; nothing is changed then | `not_found` (404) | `resource_conflict` (409)
 */
export async function editMetadata(
  ctx: UsersContext,
  asked: Asked,
  userId: string,
  change: unknown,
): Promise<ManagedUser> {
  const { appId } = asked
  const named = readChange(change)
  await ctx.db.transaction(async tx => {
    await lockLivingUser(tx, appId, userId)
    const { customMetadata } = await requireUser(tx, appId, userId)
    const edited = changed(customMetadata, named)
    await tx.update(users).set({ customMetadata: edited }).where(eq(users.id, userId))
    const data = { fields: [...named.keys()] }
    await recordAsked(tx, ctx.now(), asked, { type: 'user.metadata_edited', userId, data })
  })
  return requireManagedUser(ctx, appId, userId)
}

/** What a site notes of somebody from the start. @throws `invalid_data` (400) for what is not flat or too much */
export const readMetadata = (given: unknown): CustomMetadata => changed({}, readChange(given))

type Value = CustomMetadata[string] | null

/** A map, in which no name means anything to JavaScript. */
function readChange(change: unknown): ReadonlyMap<string, Value> {
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    throw refused('`custom_metadata` is an object of names and values.')
  const entries = Object.entries(change)
  if (entries.length > METADATA_LIMITS.keys) throw tooMany()
  return new Map(entries.map(([key, value]) => [readKey(key), readValue(key, value)]))
}

/** Programs that copy an object by its names would change what all objects are (prototype pollution). */
const FORBIDDEN: readonly string[] = ['__proto__', 'constructor', 'prototype']

function readKey(key: string): string {
  if (key.length > METADATA_LIMITS.keyLength || key === '')
    throw refused(`A name in \`custom_metadata\` has 1 to ${METADATA_LIMITS.keyLength} characters.`)
  if (FORBIDDEN.includes(key)) throw refused(`\`${key}\` is no name for \`custom_metadata\`.`)
  if (!isText(key)) throw refused('A name in `custom_metadata` has characters that cannot be.')
  return key
}

function readValue(key: string, value: unknown): Value {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw refused(`\`${key}\` in \`custom_metadata\` is beyond 2^53 and would be rounded. Send it as a text.`)
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && value.length <= METADATA_LIMITS.valueLength && isText(value)) return value
  throw refused(
    `\`${key}\` in \`custom_metadata\` is a text of at most ${METADATA_LIMITS.valueLength} characters, a number, true or false, or null to remove it.`,
  )
}

/** What Postgres stores: no NUL and no half of a character. */
const isText = (text: string): boolean => !/\p{Cs}/u.test(text) && !text.includes('\0')

function changed(before: CustomMetadata, named: ReadonlyMap<string, Value>): CustomMetadata {
  const all = new Map<string, Value>([...Object.entries(before), ...named])
  const kept = [...all].filter((entry): entry is [string, CustomMetadata[string]] => entry[1] !== null)
  if (kept.length > METADATA_LIMITS.keys) throw tooMany()
  const edited = Object.fromEntries(kept)
  if (Buffer.byteLength(JSON.stringify(edited)) > METADATA_LIMITS.bytes)
    throw refused(
      `\`custom_metadata\` of a user is at most ${METADATA_LIMITS.bytes / 1024} KiB. Keep more in a database of your own, by the user’s id.`,
    )
  return edited
}

const tooMany = () => refused(`\`custom_metadata\` of a user has at most ${METADATA_LIMITS.keys} names.`)

const refused = (why: string) => apiError('invalid_data', `${why} Nothing was changed.`)
