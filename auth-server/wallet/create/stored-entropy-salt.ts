import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { entropySalts } from '../../database/key-tables.ts'

/** The one row; another name would be another salt for another purpose. */
const NAME = 'user-entropy'

/**
 * The installation's salt for users' entropies, sealed by the signer. A server makes it when it first starts, so that
 * every backup has it: without it, the wallets of who came after a backup could not be made again.
 */
export async function entropySalt({ db, signer }: Pick<Context, 'db' | 'signer'>): Promise<string> {
  const [known] = await db
    .select({ sealedSalt: entropySalts.sealedSalt })
    .from(entropySalts)
    .where(eq(entropySalts.name, NAME))
  if (known) return known.sealedSalt
  const { sealed } = await signer.makeEntropySalt({})
  // Of two processes that make one at once, both get the one that is stored: the update changes nothing but returns it.
  const [made] = await db
    .insert(entropySalts)
    .values({ name: NAME, sealedSalt: sealed })
    .onConflictDoUpdate({ target: entropySalts.name, set: { name: NAME } })
    .returning({ sealedSalt: entropySalts.sealedSalt })
  if (!made) throw new Error('An upsert always returns one row')
  return made.sealedSalt
}
