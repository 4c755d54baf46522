import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_DOLLAR_CODE } from '../chain/contract-code.ts'
import { DOLLAR_ABI, dollars } from '../chain/dollars.ts'
import { createPerson, startTestChain, type TestChain } from '../testing/demo.ts'
import { createShop, PRICE, SHOP_WALLET, type Shop } from './shop.ts'

let chain: TestChain
let shop: Shop
beforeAll(async () => {
  chain = await startTestChain()
  shop = createShop(chain.client)
})
afterAll(() => chain.stop())

/** Somebody with demo money and an order. */
async function customerWithOrder() {
  const person = createPerson(chain)
  await shop.greet(person.customer)
  return { ...person, order: await shop.place(person.customer) }
}

test('the transaction that the page hands to the wallet pays the order', async () => {
  const { client, customer, account, order } = await customerWithOrder()
  if (order.ask.type !== 'payment') throw new Error('There is a chain')
  const hash = await client.sendTransaction({ ...order.ask.transaction, chain: null })
  const { number } = order
  expect(await shop.settle(customer, number, hash)).toEqual({
    number,
    wallet: account.address,
    proof: hash,
    block: Number(await client.getBlockNumber({ cacheTime: 0 })),
    balance: '352',
  })
})

test('one payment pays one order, however its hash is written, also when both are asked for at once', async () => {
  const { customer, pay, order } = await customerWithOrder()
  const second = await shop.place(customer)
  const hash = await pay(SHOP_WALLET, PRICE)
  const upper = `0x${hash.slice(2).toUpperCase()}`
  const answers = await Promise.allSettled([
    shop.settle(customer, order.number, hash),
    shop.settle(customer, second.number, upper),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(it => it.status === 'rejected')?.reason).toMatchObject({ code: 'used_before' })
})

test('an order is paid once', async () => {
  const { customer, pay, order } = await customerWithOrder()
  await shop.settle(customer, order.number, await pay(SHOP_WALLET, PRICE))
  const again = await pay(SHOP_WALLET, PRICE)
  await expect(shop.settle(customer, order.number, again)).rejects.toMatchObject({ code: 'already_paid' })
})

test('what another person paid pays no order of mine, and trying it takes nothing from them', async () => {
  const mine = await customerWithOrder()
  const theirs = await customerWithOrder()
  const hash = await theirs.pay(SHOP_WALLET, PRICE)
  await expect(shop.settle(mine.customer, mine.order.number, hash)).rejects.toMatchObject({
    code: 'another_payer',
  })
  await expect(shop.settle(mine.customer, theirs.order.number, hash)).rejects.toMatchObject({
    code: 'no_such_order',
  })
  expect(await shop.settle(theirs.customer, theirs.order.number, hash)).toMatchObject({ balance: '352' })
})

test.each([
  ['less', PRICE - 1n],
  ['more', PRICE + 1n],
])('%s than the price pays nothing', async (_name, amount) => {
  const { customer, pay, order } = await customerWithOrder()
  const hash = await pay(SHOP_WALLET, amount)
  await expect(shop.settle(customer, order.number, hash)).rejects.toMatchObject({ code: 'wrong_amount' })
})

test('a coin of one’s own pays nothing', async () => {
  const { client, customer, account, pay, order } = await customerWithOrder()
  const deployed = await client.deployContract({ abi: [], bytecode: DEMO_DOLLAR_CODE, chain: null })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed })
  const token = contractAddress as Hex
  const minted = await client.writeContract({
    ...{ address: token, abi: DOLLAR_ABI, functionName: 'mint', args: [account.address, dollars(500)] },
    chain: null,
  })
  await client.waitForTransactionReceipt({ hash: minted })
  const hash = await pay(SHOP_WALLET, PRICE, token)
  await expect(shop.settle(customer, order.number, hash)).rejects.toMatchObject({ code: 'wrong_token' })
})

test('money that went to somebody else, or none at all, pays nothing', async () => {
  const { client, customer, account, pay, order } = await customerWithOrder()
  const settle = (proof: unknown) => shop.settle(customer, order.number, proof)
  const elsewhere = await pay(account.address, PRICE)
  await expect(settle(elsewhere)).rejects.toMatchObject({ code: 'wrong_recipient' })
  const ether = await client.sendTransaction({ to: SHOP_WALLET, value: parseEther('0.001'), chain: null })
  await expect(settle(ether)).rejects.toMatchObject({ code: 'wrong_token' })
  for (const proof of [undefined, 1, '', '0x12', order.number])
    await expect(settle(proof)).rejects.toMatchObject({ code: 'no_transaction' })
})

test('a payment that failed on the chain pays nothing', async () => {
  const { client, customer, order } = await customerWithOrder()
  if (order.ask.type !== 'payment') throw new Error('There is a chain')
  const { transaction } = order.ask
  // Without the gas that it takes.
  const hash = await client.sendTransaction({ ...transaction, gas: 25_000n, chain: null })
  await expect(shop.settle(customer, order.number, hash)).rejects.toMatchObject({ code: 'reverted' })
})

test('a payment of before the order pays nothing', async () => {
  const { customer, pay } = await customerWithOrder()
  const hash = await pay(SHOP_WALLET, PRICE)
  const later = await shop.place(customer)
  await expect(shop.settle(customer, later.number, hash)).rejects.toMatchObject({ code: 'too_old' })
})
