import type { User } from '@vitrine/shared/api/client-user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineServer } from '../create-server.ts'
import type { BackendUser } from '../users.ts'
import type { SiteSession } from './sealed-session.ts'

type Asked = Pick<SiteSession, 'sessionId' | 'userId'>

export interface SessionWatch {
  /** Who the user is; `null`: the session has ended, or the user is gone. @throws VitrineError where the wallet cannot be asked */
  look(session: Asked): Promise<User | null>
  /** Holds what a login has just told. */
  begin(session: Asked, user: User): void
  /** What is held of a user is asked for anew. */
  forgetUser(userId: string): void
}

/** For how long the user's accounts are held: calls are counted, and a webhook tells what changed. */
const USER_S = 300
/** Of so many sessions, and of so many users, an answer is held at most; the oldest goes first. */
const HELD = 10_000

/**
 * Asks the wallet's server whether sessions go on, each once in `checkEveryS`, also where a hundred requests come at once, and who their users
 * are. A failure is held for nobody.
 */
export function createSessionWatch(
  { sessions, users }: Pick<VitrineServer, 'sessions' | 'users'>,
  checkEveryS: number,
): SessionWatch {
  /** By the id of the session: whose it is, `null` once it has ended. */
  const owners = createCache<string | null>(checkEveryS)
  const accounts = createCache<User | null>(Math.min(USER_S, checkEveryS * 10))

  const readOwner = async (sessionId: string) => {
    const activity = await sessions.get(sessionId)
    return activity.active ? activity.userId : null
  }
  const readUser = (userId: string) =>
    users.get(userId).then(withoutBackendFields, (error: unknown) => {
      if (error instanceof VitrineError && error.code === 'not_found') return null
      throw error
    })

  return {
    async look({ sessionId, userId }) {
      const [owner, user] = await Promise.all([
        owners.read(sessionId, readOwner),
        accounts.read(userId, readUser),
      ])
      // Another user's: the account became one with another since.
      return owner === userId ? user : null
    },
    begin({ sessionId, userId }, user) {
      owners.write(sessionId, userId)
      accounts.write(userId, user)
    },
    forgetUser: userId => accounts.forget(userId),
  }
}

function createCache<Value>(seconds: number) {
  const held = new Map<string, { readonly until: number; readonly answer: Promise<Value> }>()
  const hold = (key: string, answer: Promise<Value>) => {
    held.delete(key)
    held.set(key, { until: Date.now() + seconds * 1000, answer })
    const [oldest] = held.keys()
    if (held.size > HELD && oldest !== undefined) held.delete(oldest)
  }
  return {
    read(key: string, ask: (key: string) => Promise<Value>): Promise<Value> {
      const known = held.get(key)
      if (known && known.until > Date.now()) return known.answer
      const answer = ask(key)
      hold(key, answer)
      answer.catch(() => {
        if (held.get(key)?.answer === answer) held.delete(key)
      })
      return answer
    },
    write: (key: string, value: Value) => hold(key, Promise.resolve(value)),
    forget: (key: string) => void held.delete(key),
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
