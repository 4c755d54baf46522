import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { failureWords } from './language.ts'
import { say } from './say.ts'

/** Why a step failed, as a flow's state keeps it. `message` tells a person what happened and what to do next. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

export function toFailure(error: unknown): Failure {
  // What is not our own error has no message for a person; its text may name internals.
  if (!(error instanceof VitrineError)) return { code: 'internal_error', message: say('error.unexpected') }
  // Said where the wallet is known, in the person's language.
  if (error.type === 'connector_error') return { code: error.code, message: error.message }
  if (error.code === 'client_request_timeout') return { code: error.code, message: say('error.timeout') }
  if (error.code === 'mfa_canceled') return { code: error.code, message: say('mfa.canceled') }
  if (error.code === 'mfa_timeout') return { code: error.code, message: say('mfa.timeout') }
  if (error.message === ACCOUNT_DELETED) return { code: error.code, message: say('ownData.elsewhere') }
  // The specified sentence is the page's; a person cannot do anything with a proxy.
  if (error.message === WALLET_PROXY_FAILED) return { code: error.code, message: say('error.vault') }
  const { heldUntil } = error.data ?? {}
  if (error.code === 'policy_violation' && typeof heldUntil === 'number')
    return { code: error.code, message: say('stepUp.held', { time: sayInstant(heldUntil) }) }
  return { code: error.code, message: failureWords(error.code) ?? error.message }
}

/** A time of the next weeks, in the reader's own zone. @param at unix ms */
export const sayInstant = (at: number): string => {
  const { lang } = globalThis.document?.documentElement ?? {}
  return new Intl.DateTimeFormat(lang || undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
