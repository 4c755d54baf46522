import type { FundingProvider } from '@vitrine/shared/funding/options.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

export type BoughtBy = 'card' | 'payment-request' | 'exchange'

/** What is bought of a company, or sent from an account there. */
export interface Order {
  readonly request: FundingRequest
  readonly method: BoughtBy
  /** Whole units, decimal. */
  readonly amount: string
}

/** A purchase that a person may make in a window of the company's. */
export interface Purchase {
  /** By it the server is asked how it stands. */
  readonly id: string
  readonly url: string
}

/** What a company says became of a purchase, as the server has it from there. */
export type Told =
  | { readonly status: 'pending' | 'failed' }
  | {
      readonly status: 'completed'
      readonly transactionHash?: string | undefined
      readonly amount?: string | undefined
    }

type VendorKernel = Pick<Kernel, 'operations' | 'config' | 'appearance'>

/** A company that sells currency. All that is known of it comes by the server, which asks it. */
export interface Vendor {
  readonly provider: FundingProvider
  /** Its own name, in every language. */
  readonly name: string
  /** How long the address of a purchase is good before it is opened, ms. */
  readonly goodFor: number
  /** @throws VitrineError as `Calls.postAuthorized` */
  prepare(kernel: VendorKernel, order: Order, signal: AbortSignal): Promise<Purchase>
  /** @throws VitrineError as `Calls.getAuthorized` */
  status(kernel: VendorKernel, id: string, signal: AbortSignal): Promise<Told>
}
