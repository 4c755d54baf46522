import { trimEnd } from '@vitrine/shared/trim-end.ts'
/** Why a field of a form cannot be signed as it stands. */
export type FieldProblem =
  | 'missing'
  /** Not a whole number, or a larger one than the chain takes. */
  | 'whole-number'
  /** Not a decimal number with a point, zero, or more than the chain takes. */
  | 'amount'
  /** More digits after the point than the coin has. */
  | 'too-precise'
  | 'address'
  /** EIP-55: letters of the address are in the wrong case, so that at least one of its characters is wrong. */
  | 'checksum'
  /** Nobody has a key of the zero address or takes coins at the token's own contract. */
  | 'nobody'
  /** A tip that is over the highest fee. */
  | 'tip'
  /** Less gas than any transfer of this kind takes. */
  | 'gas'
  | 'blockhash'

/** A form that cannot be signed: by field. */
export class FieldProblems<Field extends string> extends Error {
  readonly fields: Partial<Record<Field, FieldProblem>>

  constructor(fields: Partial<Record<Field, FieldProblem>>) {
    super('The form has fields that cannot be signed.')
    this.fields = fields
  }
}

/** One field that cannot be read. */
class Refused extends Error {
  readonly problem: FieldProblem

  constructor(problem: FieldProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Ends the reading of a field. */
export function refuse(problem: FieldProblem): never {
  throw new Refused(problem)
}

/**
 * Reads all fields, so that all that is wrong is said at once.
 * @throws FieldProblems
 */
export function readFields<Field extends string, Values extends Record<Field, unknown>>(
  texts: Readonly<Record<Field, string>>,
  readers: { readonly [Each in keyof Values]: (text: string) => Values[Each] },
): Values {
  const problems: Partial<Record<Field, FieldProblem>> = {}
  const values: Partial<Values> = {}
  for (const field of Object.keys(readers) as Field[]) {
    try {
      values[field] = readers[field](texts[field].normalize('NFKC').trim())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      problems[field] = error.problem
    }
  }
  if (Object.keys(problems).length > 0) throw new FieldProblems(problems)
  return values as Values
}

/** A whole number of decimal digits. */
export const wholeNumberUpTo =
  (max: bigint) =>
  (text: string): bigint => {
    if (text === '') refuse('missing')
    if (!/^\d{1,78}$/.test(text) || BigInt(text) > max) refuse('whole-number')
    return BigInt(text)
  }

/**
 * A decimal number in the coin's smallest unit. A comma is refused: one person's thousand is another's fraction.
 * @param max in the smallest unit
 */
export function amountOf(text: string, decimals: number, max: bigint): bigint {
  if (text === '') refuse('missing')
  const [, whole = '', fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? refuse('amount')
  if (fraction.length > decimals) refuse('too-precise')
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (amount > max) refuse('amount')
  return amount
}

/** As `amountOf`, of what is sent: nothing is no transfer. */
export function sentAmountOf(text: string, decimals: number, max: bigint): bigint {
  const amount = amountOf(text, decimals, max)
  return amount === 0n ? refuse('amount') : amount
}

/** In whole coins, exact, without zeros at the end. */
export function amountText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return digits.slice(0, digits.length - decimals) + (decimals > 0 && fraction !== '' ? `.${fraction}` : '')
}
