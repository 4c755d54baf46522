import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Customer } from './customers.ts'
import { createShop } from './shop.ts'

const account = privateKeyToAccount(generatePrivateKey())
const ada: Customer = { id: 'ada', email: 'ada@mail.example', wallets: [account.address] }

test('without a chain every fact of the order stands in the words that are signed', async () => {
  const shop = createShop(null)
  expect(await shop.greet(ada)).toEqual({ wallet: account.address, balance: null })
  const { number, ask } = await shop.place(ada)
  if (ask.type !== 'signature') throw new Error('There is no chain')
  expect(ask.message).toMatch(
    /^Halden order (H-\d{6})\n\n1 × Dune lamp, brushed brass\nTotal: \$148, incl\. tax and delivery\n\nConfirmation to: ada@mail\.example\nPlaced: 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/,
  )
  expect(ask.message).toContain(number)
  const signature = await account.signMessage({ message: ask.message })
  expect(await shop.settle(ada, number, signature)).toEqual({
    ...{ number, wallet: account.address, proof: signature, block: null, balance: null },
  })
})

test('a signature of other words, of another wallet, of an earlier order, or none places no order', async () => {
  const shop = createShop(null)
  const first = await shop.place(ada)
  const second = await shop.place(ada)
  const words = ({ ask }: typeof first) => (ask.type === 'signature' ? ask.message : '')
  const stranger = privateKeyToAccount(generatePrivateKey())
  const earlier = await account.signMessage({ message: words(first) })
  await shop.settle(ada, first.number, earlier)
  for (const proof of [
    await account.signMessage({ message: `${words(second)} ` }),
    await stranger.signMessage({ message: words(second) }),
    ...[earlier, '0x12', undefined],
  ])
    await expect(shop.settle(ada, second.number, proof)).rejects.toMatchObject({ code: 'wrong_signature' })
  await expect(shop.settle(ada, first.number, earlier)).rejects.toMatchObject({ code: 'already_paid' })
})
