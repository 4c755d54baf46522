import type { FailedTransactionMetadata } from 'litesvm'

/** litesvm's numbers for the errors of Agave's `TransactionError` and `InstructionError` that have no value, in their order. */
const TRANSACTION_ERRORS = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
]
const INSTRUCTION_ERRORS = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
]

/** The error as a node's JSON spells it. */
export function transactionError(failure: FailedTransactionMetadata): unknown {
  const error = failure.err()
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? 'ClusterMaintenance'
  if ('err' in error) {
    const inner = error.err()
    const reason =
      typeof inner === 'number'
        ? (INSTRUCTION_ERRORS[inner] ?? 'GenericError')
        : 'code' in inner
          ? { Custom: inner.code }
          : 'BorshIoError'
    return { InstructionError: [error.index, reason] }
  }
  return 'accountIndex' in error
    ? { InsufficientFundsForRent: { account_index: error.accountIndex } }
    : 'AccountInUse'
}
