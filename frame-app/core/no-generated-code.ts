import { config } from 'zod/mini'

/**
 * Imported before every schema: zod otherwise tries `new Function` when the first one is made, which the frame's CSP
 * refuses and reports as a violation.
 */
config({ jitless: true })
