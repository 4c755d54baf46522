import { MESSAGE_LIMIT } from '@vitrine/shared/bridge/relay-limits.ts'
import type { RelayError } from '@vitrine/shared/bridge/wallet-relay.ts'
import { read } from './foreign.ts'

/** What the relay itself refuses or could not take from a wallet. */
export class RelayFailure extends Error {
  readonly relayed: RelayError

  constructor(code: number | null, message: string, reason?: RelayError['reason']) {
    super(message)
    this.relayed = { code, message, ...(reason && { reason }) }
  }
}

/** EIP-1193 "Provider Errors". */
export const UNAUTHORIZED = 4100
export const UNSUPPORTED = 4200
const USER_REJECTED = 4001
/** EIP-1474: says nothing; wallets wrap in it what their node or their inner provider said. */
const INTERNAL = -32603

/** Where wallets and their libraries put the error that they wrap. */
const WRAPPED = ['cause', 'originalError', 'error', 'data', 'info'] as const
/** An error that wraps itself has an end, too. */
const DEPTH = 5

/** Wallets that give no code say it in words, and in English. */
const REJECTION =
  /\buser\b.{0,20}\b(?:reject|den(?:y|ied)|cancel|declin|disapprov)|\b(?:rejected|denied|cancell?ed|declined) by (?:the )?user\b|^(?:(?:request|transaction) )?(?:was )?(?:rejected|cancell?ed|declined)\W*$/i
/** Chromium and Firefox: "Buffer is not defined"; WebKit: "Can't find variable: Buffer". Not `ArrayBuffer`. */
const BUFFER = /(?:^|[^\w$])Buffer\b/
const IS_MISSING = /\b(?:not defined|undefined|not a|variable: Buffer)\b/

/** The error and those it wraps, the outermost first. */
function* layers(cause: unknown, depth = DEPTH): Generator<unknown> {
  if (!depth || cause == null) return
  yield cause
  if (typeof cause !== 'object') return
  for (const key of WRAPPED) {
    const inner = read(cause, key)
    // Text may be the data that a contract reverted with.
    if (typeof inner === 'object') yield* layers(inner, depth - 1)
  }
}

function codeIn(all: readonly unknown[]): number | null {
  const codes = all.flatMap(it => {
    const code = read(it, 'code')
    return typeof code === 'number' && Number.isSafeInteger(code) ? code : []
  })
  return codes.find(it => it !== INTERNAL) ?? codes[0] ?? null
}

const wordsOf = (cause: unknown): string => {
  const words = typeof cause === 'string' ? cause : read(cause, 'message')
  return typeof words === 'string' ? words.slice(0, MESSAGE_LIMIT) : ''
}

/**
 * Plain values out of whatever a wallet threw: text, frozen objects, getters that throw, wrapped errors. No stack. Never throws.
 */
export function toRelayError(cause: unknown): RelayError {
  try {
    if (cause instanceof RelayFailure) return cause.relayed
  } catch {
    // A proxy whose prototype cannot be asked for.
  }
  const all = [...layers(cause)]
  const words = all.map(wordsOf)
  const message = words.find(it => it !== '') ?? ''
  if (words.some(it => BUFFER.test(it) && IS_MISSING.test(it)))
    return { code: null, message, reason: 'buffer' }
  const isRejection = all.some(
    (it, index) => REJECTION.test(words[index] ?? '') || read(it, 'code') === 'ACTION_REJECTED',
  )
  return { code: codeIn(all) ?? (isRejection ? USER_REJECTED : null), message }
}
