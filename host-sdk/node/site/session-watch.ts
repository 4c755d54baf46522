import type { User } from '@vitrine/shared/api/client-user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineServer } from '../create-server.ts'
import type { BackendUser } from '../users.ts'
import type { SiteSession } from './sealed-session.ts'

type Asked = Pick<SiteSession, 'sessionId' | 'userId'>

export interface SessionWatch {
  /** Who the user is; `null`: the session has ended, or the user is gone. @throws VitrineError where the wallet cannot be asked */
  look(session: Asked): Promise<User | null>
  /** The next look asks again. */
  forget(session: Asked): void
  forgetUser(userId: string): void
}

interface Look {
  readonly userId: string
  /** Unix ms. */
  readonly until: number
  readonly answer: Promise<User | null>
}

/** Of so many sessions an answer is held at most; the oldest goes first. */
const HELD = 10_000

/**
 * Asks the wallet's server whether sessions go on and who their users are, each once in `checkEveryS`, also where a hundred requests come at
 * once. A failure is held for nobody.
 */
export function createSessionWatch(
  { sessions, users }: Pick<VitrineServer, 'sessions' | 'users'>,
  checkEveryS: number,
): SessionWatch {
  const looks = new Map<string, Look>()

  async function ask({ sessionId, userId }: Asked): Promise<User | null> {
    const [activity, user] = await Promise.all([
      sessions.get(sessionId),
      users.get(userId).catch((error: unknown) => {
        if (error instanceof VitrineError && error.code === 'not_found') return null
        throw error
      }),
    ])
    // Another user's: the account became one with another since.
    if (!activity.active || activity.userId !== userId) return null
    return user && withoutBackendFields(user)
  }

  return {
    look(session) {
      const { sessionId, userId } = session
      const held = looks.get(sessionId)
      if (held && held.userId === userId && held.until > Date.now()) return held.answer
      const answer = ask(session)
      const look = { userId, until: Date.now() + checkEveryS * 1000, answer }
      looks.delete(sessionId)
      looks.set(sessionId, look)
      const [oldest] = looks.keys()
      if (looks.size > HELD && oldest !== undefined) looks.delete(oldest)
      answer.catch(() => {
        if (looks.get(sessionId) === look) looks.delete(sessionId)
      })
      return answer
    },
    forget: ({ sessionId }) => void looks.delete(sessionId),
    forgetUser(userId) {
      for (const [id, look] of looks) if (look.userId === userId) looks.delete(id)
    },
  }
}

/** As the page has them: what a server hands on to a page tells it nothing new. */
function withoutBackendFields({
  customMetadata: _,
  lastLoginAt: __,
  activeSessions: ___,
  mergedInto: ____,
  mergedUsers: _____,
  ...user
}: BackendUser): User {
  return user
}
