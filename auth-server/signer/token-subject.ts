const MAX_LENGTH = 512

/**
 * Whether a claim can be the subject of an account. Half a character is stored as another one: two users of the site would
 * be one here.
 */
export const isTokenSubject = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= MAX_LENGTH && !/[\0\p{Cs}]/u.test(claim)
