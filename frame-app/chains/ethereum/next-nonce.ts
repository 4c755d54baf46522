/**
 * The nonce of an account's next transaction.
 * @param counted the node's count, its pool included: a node that does not yet know what was just sent says too little
 * @param taken nonces of transactions that were sent from this browser and are not final
 */
export function nextNonce(counted: number, taken: Iterable<number>): number {
  const known = new Set(taken)
  let nonce = counted
  // Not beyond a gap: a transaction behind one would wait for a nonce that is never used.
  while (known.has(nonce)) nonce++
  return nonce
}
