import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type {
  WireEmbeddedWallet,
  WireExternalWallet,
  WireUser,
  WireWallet,
} from '@vitrine/shared/api/user.ts'

export const APP_ID = 'app_test'
/** Unix seconds. */
export const CREATED_AT = 1_700_000_000

const verification = {
  verified_at: CREATED_AT,
  first_verified_at: CREATED_AT,
  latest_verified_at: CREATED_AT,
}

export const wireWallet = (walletIndex = 0): WireEmbeddedWallet => ({
  type: 'wallet',
  id: `wallet_${walletIndex}`,
  address: `0x${String(walletIndex + 1).repeat(40)}`,
  chain_type: 'ethereum',
  chain_id: 'eip155:1',
  connector_type: 'embedded',
  wallet_client: 'vitrine',
  wallet_client_type: 'vitrine',
  wallet_index: walletIndex,
  recovery_method: 'privy-v2',
  imported: false,
  delegated: false,
  ...verification,
})

/** A wallet of another app, which the person has linked. */
export const wireExternalWallet: WireExternalWallet = {
  type: 'wallet',
  address: '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97',
  chain_type: 'ethereum',
  wallet_client: 'unknown',
  chain_id: 'eip155:1',
  wallet_client_type: 'metamask',
  connector_type: 'injected',
  ...verification,
}

export const wireUserOf = (id = 'user_1', wallets: WireWallet[] = []): WireUser => ({
  id,
  created_at: CREATED_AT,
  has_accepted_terms: false,
  is_guest: false,
  linked_accounts: [{ type: 'email', address: 'ada@example.com', ...verification }, ...wallets],
  mfa_methods: [],
})

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An access token as the frame reads it; the signature is for the server. */
export const accessTokenOf = (claims: {
  aud?: string
  sub?: string
  expiresInMs: number
  nonce?: string
}) => {
  const exp = Math.floor((Date.now() + claims.expiresInMs) / 1000)
  const { aud = APP_ID, sub = 'user_1', nonce = '' } = claims
  return `${base64url({ alg: 'ES256' })}.${base64url({ aud, sub, exp, nonce })}.c2ln`
}

export const HOUR_MS = 60 * 60_000

export const answerOf = (overrides: Partial<AuthenticatedUser> = {}): AuthenticatedUser => ({
  user: wireUserOf(),
  token: accessTokenOf({ expiresInMs: HOUR_MS }),
  refresh_token: 'refresh-1',
  identity_token: 'identity-1',
  session_update_action: 'set',
  ...overrides,
})

/** `localStorage` in memory; may be made to refuse, as a browser does. */
export class MemoryStorage {
  readonly values = new Map<string, string>()
  refuses = false
  /** Refuses writes only. */
  isFull = false

  #check() {
    if (this.refuses) throw new DOMException('The user denied permission', 'SecurityError')
  }
  getItem(key: string) {
    this.#check()
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.#check()
    if (this.isFull) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    this.values.set(key, value)
  }
  removeItem(key: string) {
    this.#check()
    this.values.delete(key)
  }
}

/** A promise that a test settles. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue
    reject = onReason
  })
  return { promise, resolve, reject }
}
