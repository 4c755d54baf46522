import type { NetworkLimit } from '../http/rate-limit.ts'

/** Of what the console reads and does once somebody is logged in. */
export const CONSOLE_LIMIT: NetworkLimit = { scope: 'console-network', calls: 3_000 }
