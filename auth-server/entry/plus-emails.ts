import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Where the operator wants one account for each mailbox. Who has such an account goes on logging in by it. A login is asked this
 * after its proof, as entry is: nobody else learns from the answer whether an address has an account. @throws `disallowed_plus_email` (422) */
export function requireNoPlus({ config }: App, address: string): void {
  if (config.disable_plus_emails && address.slice(0, address.lastIndexOf('@')).includes('+')) {
    throw apiError(
      'disallowed_plus_email',
      'Addresses with a “+” are not accepted here. Use the address without it.',
    )
  }
}
