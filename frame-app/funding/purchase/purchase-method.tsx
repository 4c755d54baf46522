import { fromBaseUnits } from '@vitrine/shared/funding/amount.ts'
import type { FundingOption } from '@vitrine/shared/funding/options.ts'
import { useEffect, useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow } from '../../ui/use-flow.ts'
import type { KnownRequest } from '../asset.ts'
import type { MethodScreenProps } from '../method.ts'
import { coinbase } from './coinbase.ts'
import { keptFunding } from './kept.ts'
import { moonpay } from './moonpay.ts'
import { PurchaseScreen } from './purchase-screen.tsx'
import { startPurchase } from './start-purchase.ts'

const VENDORS = { coinbase, moonpay }

export interface PurchaseMethodProps extends Omit<MethodScreenProps, 'request'> {
  readonly request: KnownRequest
  readonly option: Extract<FundingOption, { method: 'card' | 'payment-request' | 'exchange' }>
}

/** By card, by what pays on the device, or from an account at an exchange: in a window of the company's. */
export function PurchaseMethod({ request, option, amount, onDone, onBack, onClose }: PurchaseMethodProps) {
  const kernel = useKernel()
  const vendor = VENDORS[option.provider]
  const [kept] = useState(() => keptFunding(kernel.keptOfUser('funding', request.address)))
  const [purchase] = useState(() => {
    const order = { request, method: option.method, amount: fromBaseUnits(amount, request.asset.decimals) }
    return startPurchase(kernel, vendor, order, kept)
  })
  const [state] = useFlow(() => purchase)
  const outcome = state.status === 'completed' ? state.outcome : null
  useEffect(() => {
    if (outcome) onDone(outcome)
  }, [outcome, onDone])
  if (state.status === 'completed') return null
  return (
    <PurchaseScreen
      amount={amount}
      onBack={() => {
        // Begun anew: what was opened before is not asked about any more.
        kept.forget(state.opened)
        onBack()
      }}
      onClose={onClose}
      onOpen={() => purchase.open(window)}
      option={option}
      request={request}
      send={purchase.send}
      state={state}
    />
  )
}
