import type { User } from '@vitrine/shared/api/client-user.ts'

/**
 * Whether the token names this user, so that there is nothing to do. Nothing is believed here: a token that lies keeps
 * the session that is there already, and the server verifies each that begins one.
 * @param claim the app's subject claim
 */
export function isTokenOf(token: string, user: User, claim: string): boolean {
  const account = user.linkedAccounts.find(it => it.type === 'custom_auth')
  return account !== undefined && account.customUserId === readClaim(token, claim)
}

/** What a token says of itself. @returns `undefined` for what is no JWT, or has no such claim */
export function readClaim(token: string, claim: string): unknown {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(payload, character => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, claim) : undefined
  } catch {
    return undefined
  }
}
