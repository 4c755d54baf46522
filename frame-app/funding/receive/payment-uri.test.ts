import { expect, it } from 'vitest'
import { ETHER, onBase, onSolana, SOL } from '../testing/requests.ts'
import { paymentUri } from './payment-uri.ts'

const base = onBase()
const solana = onSolana()

it.each([
  [
    'USDC on Base',
    onBase({ amount: '12.5' }),
    `ethereum:${base.asset.address}@8453/transfer?address=${base.address}&uint256=12500000`,
  ],
  ['any amount of it', base, `ethereum:${base.asset.address}@8453/transfer?address=${base.address}`],
  [
    'Ether',
    onBase({ amount: '0.1', asset: ETHER }),
    `ethereum:${base.address}@8453?value=100000000000000000`,
  ],
  ['any amount of it', onBase({ asset: ETHER }), `ethereum:${base.address}@8453`],
  [
    'USDC on Solana',
    onSolana({ amount: '12.50' }),
    `solana:${solana.address}?amount=12.5&spl-token=${solana.asset.address}`,
  ],
  ['SOL', onSolana({ amount: '2', asset: SOL }), `solana:${solana.address}?amount=2`],
  ['any amount of it', onSolana({ asset: SOL }), `solana:${solana.address}`],
])('asks for %s', (_, request, uri) => {
  expect(paymentUri(request)).toBe(uri)
})
