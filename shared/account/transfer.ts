import { entryOf, type Way } from '../login/registry.ts'

/** How long a person has to decide whether two accounts of theirs become one, from the proof on. */
export const TRANSFER_LIFETIME_MS = 10 * 60_000

/** Below `/api/v1`: where the account that a way proves is brought to who is logged in, with all that it has. */
export const transferPathOf = ({ method }: Pick<Way, 'method'>): string => `${entryOf(method).path}/transfer`
