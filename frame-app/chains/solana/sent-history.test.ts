import { base58Text } from '@vitrine/shared/encoding.ts'
import { expect, it } from 'vitest'
import type { SolanaSent } from './ports.ts'
import { createSentHistory } from './sent-history.ts'

const row = (index: number, own: Partial<SolanaSent> = {}): SolanaSent => ({
  chain: 'solana:devnet',
  signature: base58Text(new Uint8Array(64).fill(index + 1)),
  wallet: 'Wallet11111111111111111111111111111111111111',
  sentAt: index,
  status: 'pending',
  about: { headline: 'Send', amount: '−1 SOL', party: null, askedBy: null },
  ...own,
})

function openTabs() {
  const kept = { text: null as string | null }
  const open = () =>
    createSentHistory({
      read: () => kept.text,
      write(text) {
        kept.text = text
      },
    })
  return { kept, open }
}

it('keeps what two tabs sent, and what became of it, over a reload', () => {
  const { open } = openTabs()
  const [one, other] = [open(), open()]
  one.add(row(1))
  other.add(row(2))
  one.settle(row(2).signature, 'failed')
  expect(open().all.get()).toEqual([row(2, { status: 'failed' }), row(1)])
})

it('keeps the newest fifty', () => {
  const { open } = openTabs()
  for (let index = 0; index < 60; index++) open().add(row(index))
  expect(
    open()
      .all.get()
      .map(({ sentAt }) => sentAt),
  ).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index))
})

it.each([
  ['no JSON', '{'],
  ['no list', '{"signature":"a"}'],
  ['rows of another shape', '[null,{"signature":"a"}]'],
])('of %s there is nothing', (_name, text) => {
  const { kept, open } = openTabs()
  kept.text = text
  expect(open().all.get()).toEqual([])
})
