import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import type { Address } from '../../chains/ethereum/ports.ts'

/** Calldata of accounts, for tests. */

export const SAFE: Address = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
export const OTHER_SAFE: Address = '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552'
export const MULTI_SEND: Address = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const NOBODY: Address = `0x${'0'.repeat(40)}`

export interface Made {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly operation?: number
}

/** A call of a function by its signature. */
export const call = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as string[]), args } as never)

export const execute = ({ to, value = 0n, data = '0x' }: Made): Hex =>
  call('execute(address,uint256,bytes)', to, value, data)

/** ERC-7579 `execute` with the call type, e.g. `0x01`. */
export const modular = (mode: Hex, calldata: Hex): Hex =>
  call('execute(bytes32,bytes)', `${mode}${'0'.repeat(66 - mode.length)}`, calldata)

export const modularBatch = (...calls: readonly Made[]): Hex =>
  encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
    ],
    [calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))],
  )

export const multiSend = (...calls: readonly Made[]): Hex =>
  call(
    'multiSend(bytes)',
    concatHex(
      calls.map(({ to, value = 0n, data = '0x', operation = 0 }) =>
        concatHex([
          numberToHex(operation, { size: 1 }),
          to,
          numberToHex(value, { size: 32 }),
          numberToHex(size(data), { size: 32 }),
          data,
        ]),
      ),
    ),
  )

export const execTransaction = ({ to, value = 0n, data = '0x', operation = 0 }: Made): Hex =>
  call(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY, '0x'],
  )
