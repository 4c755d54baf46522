import type { PreparedTransaction } from '../../../chains/ethereum/ports.ts'
import { type Danger, warn } from '../../explain/danger.ts'
import { plainNumber } from '../../explain/numbers.ts'
import { isUnusualFee } from '../fees/unusual-fee.ts'
import { nativeText } from './amounts.ts'
import type { ExplainContext } from './explain-context.ts'
import { failureDanger } from './explain-simulation.ts'

/** What the network found while the transaction was prepared. A short balance is no danger: it forbids the approval. */
export function warningDangers(context: ExplainContext, prepared: PreparedTransaction): Danger[] {
  const { warnings, unsigned, maxFee } = prepared
  const { chain, facts } = context
  const dangers: Danger[] = isUnusualFee(prepared, facts.nativePrice, chain.nativeCurrency.decimals)
    ? [warn('danger.absurdFee', { fee: nativeText(context, maxFee) })]
    : []
  for (const warning of warnings)
    switch (warning.kind) {
      case 'will-fail':
        // The simulation has reported it already, and may know the reason.
        if (warning.reason !== null || !hasFailed(context)) dangers.push(failureDanger(warning.reason))
        break
      case 'nonce-gap':
      case 'nonce-replaces':
        dangers.push(
          warn(warning.kind === 'nonce-gap' ? 'danger.nonceGap' : 'danger.nonceReplaces', {
            nonce: plainNumber(BigInt(unsigned.nonce)),
            expected: plainNumber(warning.expected),
          }),
        )
        break
      case 'not-checked':
        dangers.push(warn('danger.notChecked', { network: context.chain.name }))
        break
      case 'insufficient-balance':
        break
    }
  return dangers
}

const hasFailed = ({ facts }: ExplainContext) => facts.simulation?.calls.some(({ ok }) => !ok) ?? false
