import { ensureServerBuilt } from '../setup/build-server.mjs'

/** Tests of the server start it as it is built, of these very sources. */
export const setup = ensureServerBuilt
