import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { Transaction } from 'ethers'
import { decodeFunctionData, erc20Abi, hexToBytes, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { highestFee, readEthereumTransfer, signEthereumTransfer } from './ethereum-transfer.ts'
import { FieldProblems } from './field.ts'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const FROM = privateKeyToAccount(KEY)
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const FORM = {
  chainId: '31337',
  token: '',
  decimals: '',
  to: TO as string,
  amount: '1.5',
  nonce: '0',
  gasLimit: '21000',
  maxFee: '30',
  priorityFee: '1.5',
}
const USDC = { ...FORM, token: TOKEN, decimals: '6', amount: '89.01', gasLimit: '65000' }

const sign = (form: typeof FORM) => signEthereumTransfer(hexToBytes(KEY), readEthereumTransfer(form))

function problemsOf(form: typeof FORM) {
  try {
    return readEthereumTransfer(form)
  } catch (error) {
    if (error instanceof FieldProblems) return error.fields
    throw error
  }
}

test('signs the very bytes that viem signs, and their hash', async () => {
  const theirs = await FROM.signTransaction({
    type: 'eip1559',
    chainId: 31_337,
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 1_500_000_000n,
    to: TO,
    value: 1_500_000_000_000_000_000n,
  })
  const ours = sign(FORM)
  expect(ours.transaction).toBe(theirs)
  expect(Transaction.from(ours.transaction)).toMatchObject({ hash: ours.id, from: FROM.address, to: TO })
})

test('a token goes by the call of its contract, with no coin beside it', () => {
  const { transaction } = sign(USDC)
  const { to, value, data } = parseTransaction(transaction as `0x${string}`)
  expect([to, value]).toEqual([TOKEN.toLowerCase(), undefined])
  expect(decodeFunctionData({ abi: erc20Abi, data: data ?? '0x' })).toEqual({
    functionName: 'transfer',
    args: [TO, 89_010_000n],
  })
  expect(Transaction.from(transaction).from).toBe(FROM.address)
})

test('a node takes it, and the coins arrive', async () => {
  const anvil = await startAnvil()
  try {
    await anvil.fund(FROM.address, 10n ** 19n)
    await anvil.fund(TO, 0n)
    const { transaction, id } = sign(FORM)
    expect(await anvil.request('eth_sendRawTransaction', [transaction])).toBe(id)
    await anvil.mined(id)
    expect(BigInt(await anvil.request<string>('eth_getBalance', [TO, 'latest']))).toBe(15n * 10n ** 17n)
  } finally {
    await anvil.stop()
  }
})

test('says the most that it can cost', () => {
  expect(highestFee(readEthereumTransfer(FORM))).toBe(21_000n * 30_000_000_000n)
})

test.each([
  ['an address of small letters', { to: TO.toLowerCase() }],
  ['digits of full width', { amount: '１.５' }],
  ['space around what was pasted', { to: ` ${TO}\n` }],
])('takes %s', (_, change) => {
  expect(readEthereumTransfer({ ...FORM, ...change })).toEqual(readEthereumTransfer(FORM))
})

test.each([
  [{ to: '' }, { to: 'missing' }],
  [{ to: TO.replace('C8', 'c8') }, { to: 'checksum' }],
  [{ to: TO.slice(0, -1) }, { to: 'address' }],
  [{ to: `0x${'0'.repeat(40)}` }, { to: 'nobody' }],
  [{ amount: '1,5' }, { amount: 'amount' }],
  [{ amount: '1e3' }, { amount: 'amount' }],
  [{ amount: '-1' }, { amount: 'amount' }],
  [{ amount: '0.0' }, { amount: 'amount' }],
  [{ amount: `0.${'1'.repeat(19)}` }, { amount: 'too-precise' }],
  [{ amount: `${2n ** 256n}` }, { amount: 'amount' }],
  [{ chainId: '0' }, { chainId: 'whole-number' }],
  [{ nonce: '0x1' }, { nonce: 'whole-number' }],
  [{ nonce: `${2n ** 53n}` }, { nonce: 'whole-number' }],
  [{ gasLimit: '20999' }, { gasLimit: 'gas' }],
  [{ priorityFee: '31' }, { priorityFee: 'tip' }],
  [{ maxFee: '0.0000000001' }, { maxFee: 'too-precise' }],
  [
    { nonce: '', amount: '' },
    { nonce: 'missing', amount: 'missing' },
  ],
])('refuses %j', (change, problems) => {
  expect(problemsOf({ ...FORM, ...change })).toEqual(problems)
})

test.each([
  [{ to: TOKEN }, { to: 'nobody' }],
  [{ decimals: '' }, { decimals: 'missing' }],
  [{ decimals: '78' }, { decimals: 'whole-number' }],
  [{ amount: '1.0000001' }, { amount: 'too-precise' }],
  [{ gasLimit: '21000' }, { gasLimit: 'gas' }],
])('refuses of a token %j', (change, problems) => {
  expect(problemsOf({ ...USDC, ...change })).toEqual(problems)
})
