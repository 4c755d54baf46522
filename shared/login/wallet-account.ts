import type { WalletAccountFacts } from './define.ts'

/**
 * The account of a wallet of another app (contract §3). Its subject begins with its chain, so that a proof of one chain opens no
 * account of the other: `ethereum:<address in lower case>`, `solana:<address>`. What users see of it is `externalWalletAccount`.
 */
export const walletOf = <const Chain extends WalletAccountFacts['chainType']>(chainType: Chain) =>
  ({ type: 'wallet', perUser: 'many', chainType }) as const satisfies WalletAccountFacts

/** A wallet's subject without its chain. */
export const addressOfSubject = (subject: string): string => subject.slice(subject.indexOf(':') + 1)

export const transferBody = (subject: string) => ({ address: addressOfSubject(subject) })
