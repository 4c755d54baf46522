import { type WireUser, wireUser } from '@vitrine/shared/api/user.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { readAccessToken } from './access-token.ts'

/** Names of contract §10.2, each with the app beside it: two apps of one wallet origin share nothing where they share storage. */
const KEYS = {
  refreshToken: 'vitrine:refresh_token',
  identityToken: 'vitrine:id_token',
  /** Marks that a session may exist; its value is the user as last seen, so that a page opens while the network is away. */
  session: 'vitrine:session',
  token: 'vitrine:token',
} as const
const ANALYTICS_ID_KEY = 'vitrine:caid'
/**
 * What outlives a logout, by app: the way that was last used, who is greeted, a login that is at another company (contract §10.2), the configs that were announced; by app and page, the chains that its dapps are on, and the calls that they sent; by app and user, what was sent and the
 * tokens that they added, and whom they sent to; by wallet too, what it held when it was last read.
 */
export type Kept =
  | 'lastLogin'
  | 'greeting'
  | 'stateCode'
  | 'codeVerifier'
  | 'announced'
  | 'solanaSent'
  | 'solanaHistory'
  | 'chain'
  | 'calls'
  | 'sent'
  | 'assets'
  | 'recipients'
  | 'holdings'
  | 'transfers'
  | 'funding'
  | 'lastMfa'
  // What a login method keeps, or is kept of wallet apps by app and page, under its own name.
  | LoginMethod
  | 'connections'
  | 'recent_wallets'

export interface StoredSession {
  readonly token: string
  readonly refreshToken: string
  readonly identityToken: string | null
  readonly user: WireUser
}

export interface SessionStorage {
  /** `null` when there is none or what stands there is not ours. */
  read(): StoredSession | null
  write(session: StoredSession): void
  /** Writes what is known of the user and leaves the tokens alone: another tab may just have rotated them. */
  writeUser(user: WireUser, identityToken: string | null): void
  clear(): void
  /** The client analytics id, made at first use. */
  analyticsId(): string
  recall(kept: Kept, appId: string): string | null
  /** @param value nothing forgets it */
  remember(kept: Kept, appId: string, value: string): void
  /** True while what is written outlives the page. */
  readonly isPersistent: boolean
  /** Does this storage event's key belong to the session? `null` means that everything was cleared. */
  concerns(key: string | null): boolean
}

type Key = keyof typeof KEYS

type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The frame origin's storage. A browser may refuse it at the first touch (blocked cookies) or at a write (quota); memory
 * then takes over with what there is and what can still be read, and `onUnavailable` is told once.
 * @param open reads `window.localStorage`, whose mere access can throw
 */
export function createSessionStorage(
  appId: string,
  open: () => KeyValues,
  onUnavailable: () => void,
): SessionStorage {
  // `null`: known to be absent, whatever the storage may still hold.
  const memory = new Map<string, string | null>()
  let opened: KeyValues | null = null
  let isPersistent = true

  const fallBack = () => {
    if (!isPersistent) return
    isPersistent = false
    onUnavailable()
  }
  try {
    opened = open()
    // Some browsers give a storage that refuses every write.
    opened.setItem('vitrine:probe', '1')
    opened.removeItem('vitrine:probe')
  } catch {
    fallBack()
  }

  const get = (key: string): string | null => {
    try {
      // Kept in step, so that a storage that fails later takes nothing with it.
      if (opened && (isPersistent || !memory.has(key))) memory.set(key, opened.getItem(key))
    } catch {
      fallBack()
    }
    return memory.get(key) ?? null
  }
  const set = (key: string, value: string) => {
    memory.set(key, value)
    try {
      if (isPersistent) return opened?.setItem(key, value)
    } catch {
      fallBack()
    }
    // The old value must not be found by the next page: a refresh token that was used ends the session as a replay.
    discard(key)
  }
  const remove = (key: string) => {
    memory.set(key, null)
    discard(key)
  }
  const discard = (key: string) => {
    try {
      opened?.removeItem(key)
    } catch {
      fallBack()
    }
  }

  const own = (key: Key) => `${KEYS[key]}:${appId}`
  const keys = Object.keys(KEYS) as Key[]
  // A session of an earlier release, which had one of all apps under the bare names: it is its app's. The token comes
  // last, as in `write`.
  const former = get(KEYS.token)
  if (former !== null && readAccessToken(former)?.appId === appId) {
    for (const key of keys) {
      const value = get(KEYS[key])
      remove(KEYS[key])
      if (value !== null) set(own(key), value)
    }
  }

  return {
    get isPersistent() {
      return isPersistent
    },
    read() {
      const token = get(own('token'))
      const refreshToken = get(own('refreshToken'))
      const user = parseUser(get(own('session')))
      if (token === null || refreshToken === null || user === null) return null
      return { token, refreshToken, identityToken: get(own('identityToken')), user }
    },
    write({ token, refreshToken, identityToken, user }) {
      set(own('refreshToken'), refreshToken)
      if (identityToken === null) remove(own('identityToken'))
      else set(own('identityToken'), identityToken)
      set(own('session'), JSON.stringify(user))
      // Last: a reader in another tab that sees the new token sees the rest too.
      set(own('token'), token)
    },
    writeUser(user, identityToken) {
      set(own('session'), JSON.stringify(user))
      if (identityToken !== null) set(own('identityToken'), identityToken)
    },
    clear() {
      for (const key of keys) remove(own(key))
    },
    analyticsId() {
      const known = get(ANALYTICS_ID_KEY)
      if (known !== null && /^[0-9a-f-]{36}$/.test(known)) return known
      const made = crypto.randomUUID()
      set(ANALYTICS_ID_KEY, made)
      return made
    },
    recall: (kept, appId) => get(`${keyOf(kept)}:${appId}`),
    remember(kept, appId, value) {
      const key = `${keyOf(kept)}:${appId}`
      if (value) set(key, value)
      else remove(key)
    },
    concerns: key => key === null || keys.map(own).includes(key),
  }
}

/** E.g. `vitrine:last_login`, as contract §10.2 writes it. */
const keyOf = (kept: Kept): string =>
  `vitrine:${kept.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`

function parseUser(text: string | null): WireUser | null {
  if (text === null) return null
  try {
    return wireUser.parse(JSON.parse(text))
  } catch {
    return null
  }
}
