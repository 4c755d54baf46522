import { expect, it } from 'vitest'
import { addressBookOf, createAddressBook, isSameAddress, type Recipient } from './address-book.ts'

const ADA: Recipient = {
  chainType: 'ethereum',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: null,
  sentAt: 1,
}
const SOL: Recipient = {
  chainType: 'solana',
  address: 'So11111111111111111111111111111111111111112',
  name: 'ada.sol',
  sentAt: 2,
}

function keptText(text: string | null = null) {
  const kept = {
    text,
    read: () => kept.text,
    write(next: string) {
      kept.text = next
    },
  }
  return kept
}

it('has the last used first, each once, whatever the case of its letters', () => {
  const kept = keptText()
  const book = createAddressBook(kept)
  book.add(ADA)
  book.add(SOL)
  expect(book.all.get()).toEqual([SOL, ADA])
  const again = { ...ADA, address: ADA.address.toLowerCase(), sentAt: 3 }
  book.add(again)
  expect(book.all.get()).toEqual([again, SOL])
  expect(createAddressBook(kept).all.get()).toEqual([again, SOL])
})

it('forgets the one that it is told to, and of many the oldest', () => {
  const book = createAddressBook(keptText())
  for (let number = 0; number < 60; number++)
    book.add({ ...ADA, address: `0x${number.toString(16).padStart(40, '0')}`, sentAt: number })
  expect(book.all.get()).toHaveLength(50)
  expect(book.all.get().at(-1)?.sentAt).toBe(10)
  const [last] = book.all.get()
  if (!last) throw new Error('The book is empty')
  book.forget(last)
  expect(book.all.get()[0]?.sentAt).toBe(58)
})

it('takes what is written there for what it is', () => {
  const rows = [ADA, { ...ADA, address: '0x12' }, { ...SOL, address: ADA.address }, 'x', null]
  expect(createAddressBook(keptText(JSON.stringify(rows))).all.get()).toEqual([ADA])
  for (const text of ['{}', 'no JSON', '7']) expect(createAddressBook(keptText(text)).all.get()).toEqual([])
})

it('reads anew for another tab, or another person', () => {
  const kept = keptText()
  const book = createAddressBook(kept)
  kept.text = JSON.stringify([ADA])
  expect(book.all.get()).toEqual([])
  book.reload()
  expect(book.all.get()).toEqual([ADA])
})

it('two Solana addresses that differ in the case of a letter are two', () => {
  expect(isSameAddress('solana', SOL.address, SOL.address.toLowerCase())).toBe(false)
  expect(isSameAddress('ethereum', ADA.address, ADA.address.toLowerCase())).toBe(true)
})

it('a frame has one, so that what is written late is seen by who looks already', () => {
  const kept = keptText()
  const seen = addressBookOf(kept)
  const earlier = addressBookOf(kept)
  earlier.add(ADA)
  expect(seen.all.get()).toEqual([ADA])
  kept.text = '[]'
  expect(addressBookOf(kept).all.get()).toEqual([])
})
