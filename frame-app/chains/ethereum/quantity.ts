import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * A number that a node answers with.
 * @throws VitrineError `service_unavailable` for anything else
 */
export function readQuantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
    throw clientError('service_unavailable', 'A node of the chain gave an answer that is not a number.')
  return BigInt(answer)
}
