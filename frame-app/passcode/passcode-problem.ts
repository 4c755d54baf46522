/** In characters. The server lets guess ten times an hour; who has a stolen database lacks the provider's part. */
export const MIN_PASSCODE_LENGTH = 8

export type PasscodeProblem = 'too-short' | 'too-weak' | 'unconfirmed'

/** @returns why the two do not make a passcode, `null` when they do; `strength.ts` judges the rest */
export function passcodeProblem(
  passcode: string,
  repeated: string,
): Exclude<PasscodeProblem, 'too-weak'> | null {
  // As it is used: NFKC, so that what looks the same is the same.
  const [first, second] = [passcode.normalize('NFKC'), repeated.normalize('NFKC')]
  if ([...first].length < MIN_PASSCODE_LENGTH) return 'too-short'
  return first === second ? null : 'unconfirmed'
}
