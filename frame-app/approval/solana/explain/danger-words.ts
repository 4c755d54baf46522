import type { TransactionError } from '../../../chains/solana/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { type Danger as Warning, warn } from '../../explain/danger.ts'
import type { Danger } from './dangers.ts'

/** A danger as one sentence. */
export function dangerWords(danger: Danger): Warning {
  switch (danger.kind) {
    case 'gives-wallet-away':
      return warn('solana.danger.givesWalletAway', { to: shortAddress(danger.to) })
    case 'locks-wallet':
      return warn('solana.danger.locksWallet')
    case 'moves-others':
      return warn('solana.danger.movesOthers', { owner: shortAddress(danger.owner) })
    case 'changes-authority':
      return authorityWords(danger)
    case 'delegates': {
      const to = shortAddress(danger.to)
      return danger.isUnlimited
        ? warn('solana.danger.delegatesAll', { to })
        : warn('solana.danger.delegates', { to })
    }
    case 'closes-elsewhere':
      return warn('solana.danger.closesElsewhere', { to: shortAddress(danger.to) })
    case 'nonce-authority':
      return warn('solana.danger.nonceAuthority', { to: shortAddress(danger.to) })
    case 'durable-nonce':
      return warn('solana.danger.durableNonce')
    case 'unknown-program':
      return warn('solana.danger.unknownProgram', { program: shortAddress(danger.program) })
    case 'unread-accounts':
      return warn('solana.danger.unreadAccounts')
    case 'other-fee-payer':
      return warn('solana.danger.otherFeePayer', { payer: shortAddress(danger.payer) })
    case 'many-signers':
      return warn('solana.danger.manySigners', { count: danger.count })
    case 'high-fee':
      return warn('solana.danger.highFee')
    case 'would-fail':
      return failureWords(danger.error)
    case 'expired':
      return warn('solana.danger.expired')
    case 'not-checked':
      return warn('solana.danger.notChecked')
    case 'not-simulated':
      return warn('solana.danger.notSimulated')
  }
}

function failureWords(error: TransactionError): Warning {
  if (error.kind === 'short') return warn('solana.danger.wouldBeShort')
  const reason = error.name || '?'
  return error.kind === 'step'
    ? warn('solana.danger.stepWouldFail', { step: error.step, reason })
    : warn('solana.danger.wouldFail', { reason })
}

function authorityWords({ right, to }: Extract<Danger, { kind: 'changes-authority' }>): Warning {
  if (to === null) return warn('solana.danger.authorityEnds')
  const who = shortAddress(to)
  return right === 'owner'
    ? warn('solana.danger.ownerChanges', { to: who })
    : warn('solana.danger.authorityChanges', { to: who })
}
