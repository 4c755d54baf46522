import { ICON_LIMIT } from '@vitrine/shared/bridge/relay-limits.ts'
import type { RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import { textOf } from './foreign.ts'

/** A wallet of the page: what the frame is told of it, and the page's own object, which stays here. */
export interface FoundWallet {
  readonly described: RelayedWallet
  /** An EIP-1193 provider or a Wallet Standard wallet, as it was found. */
  readonly wallet: object
}

const NAME_LIMIT = 64
const ID_LIMIT = 128
/** Longer text is not looked at. */
const READ_LIMIT = 4_096
/** Controls, and what turns the direction of text or does not show: by them one name looks like another's. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu
const ICON = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/

/** One line of what a wallet calls itself; `null` where nothing of it is left. */
export function line(value: unknown, limit: number): string | null {
  const text = textOf(value, READ_LIMIT)?.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim() ?? ''
  // Cut between two halves of a character, one would be left.
  return (
    text
      .slice(0, limit)
      .replace(/\p{Cs}/gu, '')
      .trim() || null
  )
}

/** A `data:` address of a picture; an address of any other kind would tell its server who is here, or run. */
export function pictureOf(value: unknown): string | null {
  const icon = textOf(value, ICON_LIMIT + 64)?.trim()
  return icon && icon.length <= ICON_LIMIT && ICON.test(icon) ? icon : null
}

/** What is said of a wallet, as the wallet says it. */
export interface Described {
  readonly name: unknown
  readonly id: unknown
  readonly icon: unknown
}

/** A plain copy, under a handle that says nothing and cannot be guessed. */
export const describe = (
  said: Described,
  facts: Pick<RelayedWallet, 'chainType' | 'source' | 'verbs'>,
): RelayedWallet => ({
  handle: crypto.randomUUID(),
  name: line(said.name, NAME_LIMIT) ?? 'Browser wallet',
  id: line(said.id, ID_LIMIT),
  icon: pictureOf(said.icon),
  ...facts,
})
