import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { LANGUAGES, type Language } from '../words/language.ts'

/**
 * In which language a person is told of what is done in their account: that of their own logins, whoever does it. A thief
 * would else have the mail come in words that its owner cannot read.
 * @param otherwise of the call at hand, for users of earlier releases, who have none yet
 */
export async function languageOfUser(
  db: Database | Transaction,
  userId: string,
  otherwise: Language,
): Promise<Language> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId))
  return LANGUAGES.find(known => known === user?.language) ?? otherwise
}

/**
 * Of the statement that opens a session: learns the language of a login, of a browser that the user's `hold` row knows as
 * their own. It writes nothing where the language is the same, nor while a change of the user's is under way
 * (`lockUser`): that one waits for rows which this login holds, and each would wait for the other. The next login learns it.
 */
export const learnLanguage = (language: Language): SQL => sql`
    told as (
      update users set language = ${language} where id = (
        select users.id from users join owner on users.id = owner.user_id cross join hold
        where hold.is_own and users.language is distinct from ${language}
        for no key update of users skip locked
      )
    )`
