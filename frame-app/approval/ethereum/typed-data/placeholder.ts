import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Address } from '../../../chains/ethereum/ports.ts'
import { addressOf } from './read-value.ts'

/** Addresses by which apps fill in a `verifyingContract` that they do not have: nobody can deploy code there. */
const PLACEHOLDER = /^0x(?:0{40}|c{40}|e{40})$/i

/** Whether a domain's `verifyingContract` stands for no contract. */
export const isPlaceholder = (contract: string | undefined): boolean =>
  contract === undefined || PLACEHOLDER.test(contract)

/** The contract that the data is for; `null`: it names none. */
export function domainContract({ domain: { verifyingContract } }: TypedData): Address | null {
  return isPlaceholder(verifyingContract) ? null : addressOf(verifyingContract)
}
