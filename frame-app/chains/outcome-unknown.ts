import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * The error of a broadcast that no node answered: the transaction may be on its way. The wallet follows it, and the same payment
 * once more is the same transaction.
 * @param hash as explorers have it: the hash (Ethereum), the first signature (Solana)
 */
export const outcomeUnknown = (hash: string, cause: unknown): VitrineError =>
  new VitrineError(
    {
      type: 'client_error',
      code: 'service_unavailable',
      message:
        'No answer came, so the transaction may have been sent or not. Try again: it cannot be paid twice.',
      data: { ...(cause instanceof VitrineError && cause.data), hash },
    },
    { cause },
  )
