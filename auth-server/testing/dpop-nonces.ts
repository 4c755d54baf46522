import { createDpopNonces } from '../http/dpop-nonce.ts'

/** Of every test's server, so that its devices know them without asking. */
export const TEST_NONCES = createDpopNonces(Buffer.alloc(32, 7))
