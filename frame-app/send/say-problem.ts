import { exactAmount } from '../approval/explain/numbers.ts'
import { RENT_EXEMPT } from '../chains/solana/rent.ts'
import type { Holding } from '../portfolio/ports.ts'
import { say } from '../words/say.ts'
import { type AmountProblem, readAmount } from './amount.ts'
import type { SendProblem } from './flow.ts'

/** What kept a transfer from being made, in words. */
export function sayProblem(problem: SendProblem, { symbol, decimals }: Holding): string {
  if (typeof problem === 'object') return problem.message
  if (problem === 'tooLittle')
    return say('send.problem.tooLittle', { amount: `${exactAmount(RENT_EXEMPT, decimals)} ${symbol}` })
  return say(`send.problem.${problem}`)
}

/**
 * What is wrong with an amount as it is typed; `null`: nothing, or nothing is typed yet.
 * @param isAsked Review was pressed: then nothing is wrong too
 */
export function amountProblem(text: string, holding: Holding, isAsked: boolean): string | null {
  const { symbol, decimals, amount } = holding
  const read = readAmount(text, decimals)
  switch (read.kind) {
    case 'empty':
      return isAsked ? say('send.problem.missing') : null
    case 'problem':
      return sayUnread(read.problem, symbol, decimals)
    case 'amount':
      if (read.value === 0n) return isAsked ? say('send.problem.zero') : null
      // At once: a balance that was not read is nothing to compare with.
      return amount !== null && read.value > amount
        ? say('send.problem.short', { balance: `${exactAmount(amount, decimals)} ${symbol}` })
        : null
  }
}

function sayUnread(problem: AmountProblem, symbol: string, decimals: number): string {
  switch (problem) {
    case 'too-precise':
      return say('send.problem.tooPrecise', { symbol, count: decimals })
    case 'too-large':
      return say('send.problem.tooLarge')
    default:
      return say(`send.problem.${problem}`)
  }
}
