import type { RelayError, RelayVerb } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { TIMED_OUT, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { say } from '../words/say.ts'

/** Whom something was asked of, and what: a failure's words depend on it. */
export interface Asked {
  readonly verb: RelayVerb
  /** The wallet's own name, as it is shown. */
  readonly wallet: string
}

interface Told {
  readonly code: ErrorCode
  readonly message: string
  /** EIP-1193 or EIP-1474; absent where it says no more than the code. */
  readonly eipCode?: number
  /** Whether the same may succeed when it is asked for again. */
  readonly retryable: boolean
}

const CONNECTING: readonly RelayVerb[] = ['discover', 'connect', 'accounts', 'disconnect']

/**
 * The one place that says what a wallet's refusal is to the page and to the person, wherever the wallet is: `error` is what the
 * page's relay tells, or a phone's answer in the same form. `message` is a sentence for the person, in their language; the
 * wallet's own words are `data.detail`, for a developer. `data.retryable` and `data.eipCode` as contract §8.5 has them.
 */
export function walletFailure(error: RelayError, asked: Asked): VitrineError {
  return failure(tell(error, asked), error.message)
}

/** It did not answer within its time limit. */
export const walletTimeout = ({ wallet }: Asked): VitrineError =>
  failure({
    code: TIMED_OUT.code,
    message: say('walletFailure.timeout', { wallet }),
    retryable: true,
  })

/** It did not answer, and may send all the same: asked again, it could send twice. */
export const sendTimeout = (wallet: string): VitrineError =>
  failure({ code: TIMED_OUT.code, message: say('walletFailure.sendTimeout', { wallet }), retryable: false })

/** It stayed on another chain than the one that the request is for. @param network the chain's name */
export const wrongChain = (wallet: string, network: string): VitrineError =>
  failure({
    code: 'generic_connect_wallet_error',
    message: say('walletFailure.wrongChain', { wallet, network }),
    eipCode: 4901,
    retryable: true,
  })

/** The line to it is over, or there was none. */
export const walletGone = (wallet: string): VitrineError => failure(gone(wallet))

/** The account is none of those that it has allowed here, or has in use. */
export const accountAway = (wallet: string): VitrineError => failure(unauthorized(wallet))

/** It cannot do this at all, however it is asked. */
export const walletUnsupported = (wallet: string): VitrineError => failure(unsupported(wallet))

function tell({ code, reason }: RelayError, { verb, wallet }: Asked): Told {
  if (reason === 'gone') return gone(wallet)
  if (reason === 'unsupported') return unsupported(wallet)
  if (reason === 'buffer')
    return {
      code: 'buffer_not_defined',
      message: say('walletFailure.buffer', { wallet }),
      retryable: false,
    }
  switch (code) {
    case 4001:
    // WalletConnect's (CAIP-25 and its error codes): the person refused the session, or what it asks for.
    case 5000:
    case 5001:
    case 5002:
      return {
        code: 'user_rejected',
        message: say('walletFailure.rejected', { wallet }),
        eipCode: 4001,
        retryable: true,
      }
    case 4100:
      return unauthorized(wallet)
    case 4200:
    case -32601:
    case -32004:
      return unsupported(wallet)
    case 4900:
    case 4901:
      return { ...gone(wallet), eipCode: code }
    case 4902:
      return { ...otherwise(verb, wallet), eipCode: code }
    case -32002:
      return {
        code: 'generic_connect_wallet_error',
        message: say('walletFailure.pending', { wallet }),
        eipCode: code,
        retryable: true,
      }
    default:
      return otherwise(verb, wallet)
  }
}

const gone = (wallet: string): Told => ({
  code: 'generic_connect_wallet_error',
  message: say('walletFailure.gone', { wallet }),
  eipCode: 4900,
  retryable: true,
})

const unauthorized = (wallet: string): Told => ({
  code: 'unable_to_sign',
  message: say('walletFailure.account', { wallet }),
  eipCode: 4100,
  retryable: true,
})

const unsupported = (wallet: string): Told => ({
  code: 'unsupported_wallet_type',
  message: say('walletFailure.unsupported', { wallet }),
  eipCode: 4200,
  retryable: false,
})

const otherwise = (verb: RelayVerb, wallet: string): Told =>
  CONNECTING.includes(verb)
    ? {
        code: 'unknown_connect_wallet_error',
        message: say('walletFailure.connect', { wallet }),
        retryable: true,
      }
    : { code: 'unable_to_sign', message: say('walletFailure.sign', { wallet }), retryable: true }

function failure({ code, message, eipCode, retryable }: Told, detail = ''): VitrineError {
  const data = { retryable, ...(eipCode !== undefined && { eipCode }), ...(detail && { detail }) }
  return new VitrineError({ type: 'connector_error', code, message, data })
}
