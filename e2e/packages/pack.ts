import { ensurePacked } from '../../scripts/examples/packed.mjs'

/** Before all tests: the apps' lockfiles have the tarball. */
export default ensurePacked
