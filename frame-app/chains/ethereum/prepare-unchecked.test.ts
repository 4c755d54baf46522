import { expect, test } from 'vitest'
import type { EthereumChain, EthereumTransactionInput } from './ports.ts'
import { prepareUnchecked } from './prepare-unchecked.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chain: EthereumChain = {
  id: 8453,
  name: 'Base',
  rpcUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorerUrl: null,
  isTestnet: false,
}
const COMPLETE: EthereumTransactionInput = {
  to: TO,
  value: 7n,
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1n,
}

test('a complete transaction is taken as it is, and nothing is claimed to be known', () => {
  expect(prepareUnchecked(chain, COMPLETE)).toEqual({
    unsigned: {
      type: 2,
      to: TO,
      value: '0x7',
      nonce: '0x0',
      gas_limit: '0x5208',
      chain_id: 8453,
      max_fee_per_gas: '0x77359400',
      max_priority_fee_per_gas: '0x1',
    },
    maxFee: 42_000_000_000_000n,
    expectedFee: 42_000_000_000_000n,
    balance: null,
    hasFixedNonce: true,
    hasFixedPrice: true,
    usualFee: null,
    warnings: [{ kind: 'not-checked' }],
  })
})

test('an older type has one price', () => {
  const { maxFeePerGas: _limit, maxPriorityFeePerGas: _tip, ...rest } = COMPLETE
  expect(prepareUnchecked(chain, { ...rest, type: 0, gasPrice: 5n }).unsigned).toMatchObject({
    type: 0,
    gas_price: '0x5',
  })
})

const without = (...names: (keyof EthereumTransactionInput)[]) =>
  Object.fromEntries(
    Object.entries(COMPLETE).filter(([name]) => !names.includes(name as keyof EthereumTransactionInput)),
  ) as EthereumTransactionInput

test.each([
  [without('nonce'), 'nonce'],
  [without('gas'), 'gas'],
  [without('maxFeePerGas'), 'maxFeePerGas'],
  [without('maxPriorityFeePerGas'), 'maxPriorityFeePerGas'],
  [without('maxFeePerGas', 'maxPriorityFeePerGas'), 'maxFeePerGas and maxPriorityFeePerGas'],
  [{ ...without('maxFeePerGas', 'maxPriorityFeePerGas'), type: 0 } as const, 'gasPrice'],
  [{ to: TO } as const, 'nonce, gas, maxFeePerGas and maxPriorityFeePerGas'],
])('what lacks something is 4901 and says what: %#', (input, missing) => {
  expect(() => prepareUnchecked(chain, input)).toThrow(
    expect.objectContaining({
      code: 'unsupported_chain_id',
      data: { eipCode: 4901 },
      message: `This wallet has no RPC endpoint for Base, so it cannot fill in what the transaction lacks: ${missing}.`,
    }),
  )
})
