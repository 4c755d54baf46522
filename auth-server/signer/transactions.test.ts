import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import { ethereumSigning } from '@vitrine/shared/wallet/signing/ethereum.ts'
import { authorizationify, Transaction, verifyAuthorization, Wallet } from 'ethers'
import { hexToBytes, recoverTransactionAddress, toHex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { signSecp256k1 } from './secp256k1.ts'

/** The key and transaction of EIP-155's example. */
const KEY = `0x${'46'.repeat(32)}` as const
const wallet = new Wallet(KEY)
const to = '0x3535353535353535353535353535353535353535'
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const signed = (transaction: UnsignedTransaction) => {
  const { hash, answer } = ethereumSigning({ method: 'eth_signTransaction', params: { transaction } })
  return {
    hash: toHex(hash),
    raw: answer(signSecp256k1(hash, hexToBytes(KEY))).signed_transaction as `0x${string}`,
  }
}
const authorized = (params: { contract: string; chain_id: number; nonce: string }) => {
  const { hash, answer } = ethereumSigning({ method: 'eth_sign7702Authorization', params })
  return answer(signSecp256k1(hash, hexToBytes(KEY))).authorization
}

test('the example of EIP-155 comes out, hash and transaction', () => {
  const transaction = {
    type: 0,
    nonce: '0x9',
    gas_price: '0x4a817c800',
    gas_limit: '0x5208',
    to,
    value: '0xde0b6b3a7640000',
    chain_id: 1,
  } as const
  expect(signed(transaction)).toEqual({
    hash: '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
    raw: '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  })
})

const common = { to, value: '0x1', data: '0xdeadbeef', nonce: '0x0', gas_limit: '0x5208', chain_id: 31337 }
const fees = { max_fee_per_gas: '0x3b9aca00', max_priority_fee_per_gas: '0x0' }
const access_list = [{ address: to, storage_keys: [`0x${'01'.repeat(32)}`, `0x${'00'.repeat(32)}`] }]
const authorization_list = [
  authorized({ contract: to, chain_id: 0, nonce: '0x0' }),
  authorized({ contract: `0x${'0'.repeat(40)}`, chain_id: 1, nonce: '0xff' }),
]

const kinds: readonly [string, UnsignedTransaction][] = [
  ['legacy', { type: 0, gas_price: '0x0', ...common }],
  ['legacy of a chain with a large id', { type: 0, gas_price: '0x1', ...common, chain_id: 2 ** 52 }],
  ['EIP-2930', { type: 1, gas_price: '0x3b9aca00', access_list, ...common }],
  ['EIP-1559', { type: 2, ...fees, ...common }],
  ['EIP-1559 with an access list', { type: 2, ...fees, access_list, ...common }],
  ['EIP-7702', { type: 4, ...fees, access_list, authorization_list, ...common }],
  [
    'a creation of a contract',
    { type: 2, ...fees, data: '0x00', nonce: '0x1', gas_limit: '0xffff', chain_id: 1 },
  ],
  [
    'the largest quantities',
    {
      type: 2,
      ...common,
      max_fee_per_gas: `0x${'f'.repeat(64)}`,
      max_priority_fee_per_gas: `0x${'f'.repeat(64)}`,
      value: `0x${'f'.repeat(64)}`,
      nonce: '0x1fffffffffffff',
      gas_limit: '0xffffffffffffffff',
    },
  ],
]

describe.each(kinds)('%s', (_, transaction) => {
  const { raw, hash } = signed(transaction)

  test('ethers and viem read the signer’s address out of it', async () => {
    const read = Transaction.from(raw)
    expect([read.from, read.unsignedHash]).toEqual([wallet.address, hash])
    expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(wallet.address)
  })

  test('every field arrives as it was asked for', () => {
    const read = Transaction.from(raw)
    const fee = 'gas_price' in transaction ? transaction.gas_price : transaction.max_fee_per_gas
    expect({
      type: read.type,
      chainId: read.chainId,
      nonce: read.nonce,
      to: read.to?.toLowerCase(),
      value: read.value,
      data: read.data,
      gas: read.gasLimit,
      fee: read.maxFeePerGas ?? read.gasPrice,
      accessList: read.accessList?.length ?? 0,
      authorizations: read.authorizationList?.length ?? 0,
    }).toEqual({
      type: transaction.type,
      chainId: BigInt(transaction.chain_id),
      nonce: Number(transaction.nonce),
      to: transaction.to,
      value: BigInt(transaction.value ?? 0),
      data: transaction.data ?? '0x',
      gas: BigInt(transaction.gas_limit),
      fee: BigInt(fee),
      accessList: 'access_list' in transaction ? (transaction.access_list?.length ?? 0) : 0,
      authorizations: transaction.type === 4 ? 2 : 0,
    })
  })

  test('ethers signs the same bytes', async () => {
    const unsigned = Transaction.from(raw)
    unsigned.signature = null
    expect(await wallet.signTransaction(unsigned)).toBe(raw)
  })
})

test('an address in a list is signed alike, whatever the case of its letters', () => {
  const lower = `0x${'ab'.repeat(20)}`
  const wrong = `0x${'aB'.repeat(20)}`
  const of = (address: string): UnsignedTransaction => ({
    type: 4,
    ...fees,
    ...common,
    access_list: [{ address, storage_keys: [] }],
    authorization_list: [
      { ...authorized({ contract: lower, chain_id: 1, nonce: '0x0' }), contract: address },
    ],
  })
  expect(signed(of(wrong))).toEqual(signed(of(lower)))
  expect(authorized({ contract: wrong, chain_id: 1, nonce: '0x0' })).toMatchObject({
    r: authorized({ contract: lower, chain_id: 1, nonce: '0x0' }).r,
  })
})

test('s is low, and leading zeros of r and s are kept out of the RLP', () => {
  for (let nonce = 0; nonce < 600; nonce++) {
    const { raw } = signed({ type: 2, ...fees, ...common, nonce: `0x${nonce.toString(16)}` })
    const { signature } = Transaction.from(raw)
    expect(BigInt(signature?.s ?? 0) <= HALF_ORDER).toBe(true)
  }
})

test.each([
  ['of one chain', { contract: to, chain_id: 10, nonce: '0x7' }],
  ['of every chain', { contract: to, chain_id: 0, nonce: '0x0' }],
  ['that takes the code away', { contract: `0x${'0'.repeat(40)}`, chain_id: 1, nonce: '0x1' }],
] as const)('an authorization %s (EIP-7702) is the wallet’s own by ethers and viem', async (_, asked) => {
  const { contract, chain_id, nonce, r, s, y_parity } = authorized(asked)
  const told = { address: contract, chainId: chain_id, nonce: Number(nonce) }
  expect(verifyAuthorization({ ...told, nonce: BigInt(nonce) }, { r, s, yParity: y_parity })).toBe(
    wallet.address,
  )
  const authorization = { ...told, r, s, yParity: y_parity }
  expect(await recoverAuthorizationAddress({ authorization } as never)).toBe(wallet.address)
  expect(authorizationify({ ...told, signature: { r, s, yParity: y_parity } }).address.toLowerCase()).toBe(
    contract,
  )
})

test.each<[string, UnsignedTransaction]>([
  ['a tip above the highest price', { type: 2, ...common, ...fees, max_priority_fee_per_gas: '0x3b9aca01' }],
  ['a nonce beyond any chain', { type: 2, ...common, ...fees, nonce: '0x20000000000000' }],
  ['more gas than fits a block header', { type: 2, ...common, ...fees, gas_limit: '0x10000000000000000' }],
  ['a recipient with a typing error', { type: 2, ...common, ...fees, to: `0x${'aB'.repeat(20)}` }],
  [
    'an authorization with a nonce beyond any chain',
    {
      type: 4,
      ...common,
      ...fees,
      authorization_list: authorization_list.map(each => ({ ...each, nonce: '0x20000000000000' })),
    },
  ],
])('%s is refused', (_, transaction) => {
  expect(() => signed(transaction)).toThrow()
})
