import type { KeyObject } from 'node:crypto'
import { isSealOf, type Statement, sealStatement } from './seal.ts'

type Sealed =
  | Omit<Extract<Statement, { kind: 'account' }>, 'factors'>
  | Omit<Extract<Statement, { kind: 'device' }>, 'factors'>

/** Since which version of their factors a user has some; `null`: as far as the seal says, none. */
export type GuardedSince = number | null

/**
 * Seals a way in or a device of a user. With the first factor all of theirs are sealed anew with its version, which the text begins
 * with: so who took over the API process cannot leave the factors out, or bring those of before, for whoever asks brings a device, and
 * whoever logs in a way in. What follows from a guarded one is guarded.
 * @returns `<seal>`, or `<version>.<seal>`
 */
export function sealGuarded(key: KeyObject, statement: Sealed, since: GuardedSince): string {
  if (since === null) return sealStatement(key, statement)
  return `${since}.${sealStatement(key, { ...statement, factors: since })}`
}

/** @returns `null` when the seal is not of this statement */
export function readGuarded(
  key: KeyObject,
  statement: Sealed,
  text: string,
): { readonly since: GuardedSince } | null {
  const [, version, seal = ''] = /^(?:([1-9]\d{0,8})\.)?([\w-]{43})$/.exec(text) ?? []
  const since = version === undefined ? null : Number(version)
  const sealed = since === null ? statement : { ...statement, factors: since }
  return isSealOf(key, sealed, seal) ? { since } : null
}

/** Of two words for one user the later one counts. */
export const laterOf = (one: GuardedSince, other: GuardedSince): GuardedSince =>
  one === null ? other : other === null ? one : Math.max(one, other)
