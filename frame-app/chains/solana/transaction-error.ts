import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import type { TransactionError } from './ports.ts'
import { NodeRefusal } from './rpc.ts'
import { preflightData } from './rpc-answers.ts'

/** Errors of the runtime that say no more than their name (`TransactionError`), as sentences. */
const SENTENCES: Readonly<Record<string, string>> = {
  BlockhashNotFound: 'The transaction has expired. Ask the site for a new one.',
  AccountNotFound: 'The account that pays the fee has no SOL.',
  InsufficientFundsForFee: 'There is not enough SOL for the network fee.',
  InsufficientFundsForRent: 'An account would be left with less SOL than it must keep.',
  AlreadyProcessed: 'The transaction was sent before.',
  SignatureFailure: 'A signature in the transaction is wrong.',
  AccountInUse: 'The network is busy with one of the accounts. Try again.',
}
const SHORT_OF_FUNDS = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent']

/** @param error as a node spells it (`TransactionError`) */
export function readError(error: unknown, logs: readonly string[] = []): TransactionError {
  if (isShortOfFunds(error, logs)) return { kind: 'short' }
  const name = errorName(error)
  const [index, reason] = instructionError.safeParse(error).data?.InstructionError ?? []
  return typeof index === 'number'
    ? { kind: 'step', step: index + 1, name: reasonName(reason) }
    : { kind: 'refused', name }
}

/** The same as a sentence, for who develops the site. */
function describeError(error: unknown, logs: readonly string[]): string {
  const found = readError(error, logs)
  if (found.kind === 'short') return 'The balance is not enough for this transaction.'
  if (found.kind === 'step')
    return `Instruction ${found.step} of the transaction would fail: ${/^\d+$/.test(found.name) ? `the program's error ${found.name}` : found.name}.`
  return SENTENCES[found.name] ?? `The network refuses the transaction: ${found.name || 'no reason given'}.`
}

/** What `sendTransaction` was refused with. @returns `null`: it is on chain already, which is what was asked for */
export function sendFailure(error: unknown): VitrineError | null {
  if (!(error instanceof NodeRefusal)) throw error
  const data = preflightData.safeParse(error.data)
  if (!data.success || data.data.err === null || data.data.err === undefined)
    return clientError(
      'transaction_failure',
      `The network refuses the transaction: ${plain(error.message)}`,
      {
        cause: error,
      },
    )
  const { err, logs } = data.data
  if (errorName(err) === 'AlreadyProcessed') return null
  return onChainFailure(err, logs ?? [], error)
}

export const onChainFailure = (error: unknown, logs: readonly string[] = [], cause?: unknown): VitrineError =>
  clientError(
    isShortOfFunds(error, logs) ? 'insufficient_balance' : 'transaction_failure',
    describeError(error, logs),
    { cause },
  )

export const expired = (): VitrineError =>
  clientError(
    'transaction_failure',
    'The transaction has expired: the network did not take it up in time, and it never will. Ask the site for a new one.',
  )

function isShortOfFunds(error: unknown, logs: readonly string[]): boolean {
  return (
    SHORT_OF_FUNDS.includes(errorName(error)) ||
    (errorName(error) === 'InstructionError' &&
      logs.some(line => /insufficient (lamports|funds)/i.test(line)))
  )
}

/** An error without a value is its name, one with a value an object with one key. */
function errorName(error: unknown): string {
  if (typeof error === 'string') return nameOnly(error)
  return typeof error === 'object' && error !== null ? nameOnly(Object.keys(error)[0] ?? '') : ''
}

function reasonName(reason: unknown): string {
  const custom = (reason as { Custom?: unknown } | null)?.Custom
  return typeof custom === 'number' ? String(custom) : errorName(reason)
}

/** A name as the runtime has them: a node that sends a sentence does not put it on the wallet's screen. */
const nameOnly = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').slice(0, 60)

const instructionError = z.object({ InstructionError: z.array(z.unknown()) })

/** A node's own words, of which none may be a page long. */
const plain = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
