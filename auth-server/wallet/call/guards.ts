/**
 * What every wallet call asks for; its `body` is `signed(…)` by the device. The idempotency key is looked up next, before
 * any work, and the signer checks the signature itself.
 */
export const WALLET_CALL = {
  origin: 'own',
  limit: { scope: 'wallet-network', perLogin: 10 },
  session: true,
  proof: 'spent',
  terms: true,
  unheld: true,
  userLimit: { scope: 'wallet-user', calls: 600 },
} as const
