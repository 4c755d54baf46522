import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** EIP-1193, 4001. */
export const rejectedByUser = () =>
  new VitrineError({
    type: 'client_error',
    code: 'user_rejected',
    message: 'The request was rejected.',
    data: { eipCode: 4001 },
  })
