import { expect, test } from 'vitest'
import type { Hex } from './ports.ts'
import { createSentTransactions, type StoredTransaction } from './sent-transactions.ts'

const hash = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`
const sent = (index: number, own: Partial<StoredTransaction> = {}): StoredTransaction => ({
  hash: hash(index),
  chainId: 1,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: null,
  nonce: index,
  sentAt: index,
  status: 'pending',
  blockNumber: null,
  isFinal: false,
  uncertain: null,
  ...own,
})

function openTabs() {
  const storage = { text: null as string | null }
  const open = () =>
    createSentTransactions({
      read: () => storage.text,
      write(value) {
        storage.text = value
      },
      onChange: () => {},
    })
  return { storage, open }
}

test('what two tabs send at once is kept by both', () => {
  const { open } = openTabs()
  const [one, other] = [open(), open()]
  one.add(sent(1))
  other.add(sent(2))
  one.update(hash(2), { status: 'confirmed', blockNumber: 7 })
  expect(open().all.get()).toMatchObject([
    { hash: hash(2), status: 'confirmed' },
    { hash: hash(1), status: 'pending' },
  ])
})

test('nonces are taken by what is not final, of this chain and account, whichever case it is written in', () => {
  const { open } = openTabs()
  const tab = open()
  tab.add(sent(1))
  tab.add(sent(2, { isFinal: true }))
  tab.add(sent(3, { chainId: 10 }))
  tab.add(sent(4, { from: '0x9999999999999999999999999999999999999999' }))
  tab.add(sent(5, { uncertain: { content: 'a lamp', raw: '0x00' } }))
  expect(tab.takenNonces(1, '0x70997970c51812dc3a010c7d01b50e0d17dc79c8')).toEqual([1])
})

test('of what is final the newest fifty are kept, and everything that is not', () => {
  const { open } = openTabs()
  const tab = open()
  tab.add(sent(0))
  for (let index = 1; index <= 60; index++) tab.add(sent(index, { isFinal: true, status: 'confirmed' }))
  expect(tab.all.get()).toHaveLength(51)
  expect(tab.get(hash(0))).toBeDefined()
  expect(tab.get(hash(10))).toBeUndefined()
})

test.each(['', '{', 'null', '{"hash":1}', '[1,null,{"hash":"0x"}]', '[{"__proto__":{}}]'])(
  'what stands in storage may be anything: %j',
  text => {
    const { storage, open } = openTabs()
    storage.text = text
    const tab = open()
    expect(tab.all.get()).toEqual([])
    tab.add(sent(1))
    expect(open().all.get()).toHaveLength(1)
  },
)

test('one that may have been sent is found by its content, for an hour, unless another took its place', () => {
  const { open } = openTabs()
  const tab = open()
  const uncertain = { content: 'a lamp', raw: '0x00' }
  tab.add(sent(1, { uncertain }))
  expect(open().uncertain('a lamp', 2)).toMatchObject({ hash: hash(1) })
  expect(tab.uncertain('two lamps', 2)).toBeUndefined()
  expect(tab.uncertain('a lamp', 3_600_001)).toBeUndefined()
  tab.update(hash(1), { status: 'replaced', isFinal: true })
  expect(tab.uncertain('a lamp', 2)).toBeUndefined()
})

test('words of an approval are kept; those that cannot be read take no transaction with them', () => {
  const { storage, open } = openTabs()
  const about = { headline: 'Send 1 ETH', amount: '−1 ETH', party: null, askedBy: 'https://shop.example' }
  open().add(sent(1, { about }))
  expect(open().all.get()).toMatchObject([{ about }])
  storage.text = JSON.stringify([
    sent(2, { about: { ...about, headline: 'A'.repeat(9_000) } }),
    { ...sent(3), about: 7 },
    sent(4),
  ])
  expect(
    open()
      .all.get()
      .map(row => [row.hash, row.about]),
  ).toEqual([
    [hash(2), undefined],
    [hash(3), undefined],
    [hash(4), undefined],
  ])
})
