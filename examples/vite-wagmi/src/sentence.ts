/** What went wrong, without what viem adds for developers: the call, its version. */
export const sentenceOf = (error: Error): string =>
  'shortMessage' in error ? String(error.shortMessage) : error.message
