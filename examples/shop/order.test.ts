import { verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { newOrder, orderMessage, shortHex } from './order.ts'

it('puts every fact of the order into the words that are signed', async () => {
  const message = orderMessage({
    number: 'H-204117',
    email: 'ada@shop.example',
    placedAt: new Date('2026-03-01T12:34:56Z'),
  })
  expect(message).toBe(`Halden order H-204117

1 × Dune lamp, brushed brass
Total: €148, incl. VAT and delivery

Confirmation to: ada@shop.example
Placed: 2026-03-01 12:34 UTC`)
  const account = privateKeyToAccount(generatePrivateKey())
  const signature = await account.signMessage({ message })
  expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  expect(await verifyMessage({ address: account.address, message: `${message} `, signature })).toBe(false)
})

it('numbers orders with six digits', () => {
  expect(newOrder('ada@shop.example').number).toMatch(/^H-\d{6}$/)
})

it('shortens an address to its ends', () => {
  expect(shortHex('0x1234500000000000000000000000000000006789')).toBe('0x123…6789')
})
