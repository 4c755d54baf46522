import type { Server } from 'node:net'
import { logKind } from '../../log.ts'
import { serveFrames } from '../../processes/serve-frames.ts'
import { SignerRefusal } from '../refusal.ts'
import { type Holdings, isOperation, perform } from './handlers.ts'

export interface ServeOptions {
  /** For the group of the socket's folder too. */
  readonly isShared?: boolean
  /** The caller is the operator, not the API process. */
  readonly isOperators?: boolean
}

/** Answers the calls of `SIGNER_OPERATIONS` on a Unix socket. */
export const serve = (
  holdings: Holdings,
  socketPath: string,
  { isShared = false, isOperators = false }: ServeOptions = {},
): Promise<Server> =>
  serveFrames((operation, request) => answer(holdings, isOperators, operation, request), socketPath, isShared)

/** Never rejects, and tells nothing of an error that is not a refusal: its message could quote a secret. */
async function answer(holdings: Holdings, isOperators: boolean, operation: string, request: unknown) {
  try {
    if (!isOperation(operation, isOperators))
      throw new SignerRefusal('invalid_request', 'There is no such operation.')
    return { response: await perform(holdings, operation, request) }
  } catch (error) {
    if (error instanceof SignerRefusal) return { refusal: { code: error.code, message: error.message } }
    logKind(operation, error)
    return { refusal: { code: 'internal_error', message: 'The signer failed at this request.' } }
  }
}
