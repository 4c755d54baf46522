import type { TransactionError } from '../../../chains/solana/ports.ts'
import { shortAddress } from '../../../ui/address.tsx'
import { say } from '../../../words/say.ts'
import type { Danger } from './dangers.ts'

/** A danger as one sentence. */
export function dangerWords(danger: Danger): string {
  switch (danger.kind) {
    case 'gives-wallet-away':
      return say('solana.danger.givesWalletAway', { to: shortAddress(danger.to) })
    case 'locks-wallet':
      return say('solana.danger.locksWallet')
    case 'moves-others':
      return say('solana.danger.movesOthers', { owner: shortAddress(danger.owner) })
    case 'changes-authority':
      return authorityWords(danger)
    case 'delegates': {
      const to = shortAddress(danger.to)
      return danger.isUnlimited
        ? say('solana.danger.delegatesAll', { to })
        : say('solana.danger.delegates', { to })
    }
    case 'closes-elsewhere':
      return say('solana.danger.closesElsewhere', { to: shortAddress(danger.to) })
    case 'nonce-authority':
      return say('solana.danger.nonceAuthority', { to: shortAddress(danger.to) })
    case 'durable-nonce':
      return say('solana.danger.durableNonce')
    case 'unknown-program':
      return say('solana.danger.unknownProgram', { program: shortAddress(danger.program) })
    case 'unread-accounts':
      return say('solana.danger.unreadAccounts')
    case 'other-fee-payer':
      return say('solana.danger.otherFeePayer', { payer: shortAddress(danger.payer) })
    case 'many-signers':
      return say('solana.danger.manySigners', { count: danger.count })
    case 'high-fee':
      return say('solana.danger.highFee')
    case 'would-fail':
      return failureWords(danger.error)
    case 'expired':
      return say('solana.danger.expired')
    case 'not-checked':
      return say('solana.danger.notChecked')
    case 'not-simulated':
      return say('solana.danger.notSimulated')
  }
}

function failureWords(error: TransactionError): string {
  if (error.kind === 'short') return say('solana.danger.wouldBeShort')
  const reason = error.name || '?'
  return error.kind === 'step'
    ? say('solana.danger.stepWouldFail', { step: error.step, reason })
    : say('solana.danger.wouldFail', { reason })
}

function authorityWords({ right, to }: Extract<Danger, { kind: 'changes-authority' }>): string {
  if (to === null) return say('solana.danger.authorityEnds')
  const who = shortAddress(to)
  return right === 'owner'
    ? say('solana.danger.ownerChanges', { to: who })
    : say('solana.danger.authorityChanges', { to: who })
}
