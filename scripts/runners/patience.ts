import { vi } from 'vitest'

/**
 * What a loaded machine reaches late it reaches all the same: Vitest gives up after one second, which a machine that builds
 * and tests at once can take for one answer. Below the limit of a test, so that what was awaited is told.
 */
const WAIT_MS = 15_000

const { waitFor } = vi
// Files of the server's tests share one `vi`.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(check, options) {
    return waitFor(check, {
      timeout: WAIT_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })
  }
