import { expect, it } from 'vitest'
import type { KeptText } from '../../ui/kernel-context.ts'
import { begunTransfers } from './begun-transfer.ts'
import { begunTransfer } from './testing/funding.ts'

function storage(text: string | null = null): KeptText & { text: string | null } {
  return {
    text,
    read() {
      return this.text
    },
    write(next) {
      this.text = next
    },
  }
}
const begun = begunTransfer()

it('is found again by what it brings, with what is known of it last', () => {
  const kept = storage()
  const transfers = begunTransfers(kept)
  transfers.put(begun)
  transfers.put({ ...begun, sent: '0xabc' })
  expect(begunTransfers(kept).find(begun)).toEqual({ ...begun, sent: '0xabc' })
  expect(transfers.find({ ...begun, amount: '1' })).toBeNull()
  expect(transfers.find({ ...begun, token: null })).toBeNull()
  expect(transfers.latest({ chain: begun.chain, token: begun.token })?.sent).toBe('0xabc')
  expect(transfers.latest({ chain: 'eip155:2', token: begun.token })).toBeNull()
  transfers.remove(begun.transferId)
  expect(transfers.find(begun)).toBeNull()
})

it('keeps what another tab has written meanwhile', () => {
  const kept = storage()
  const [one, two] = [begunTransfers(kept), begunTransfers(kept)]
  one.put(begun)
  two.put({ ...begun, transferId: 'u'.repeat(43), amount: '5' })
  expect(one.find(begun)).toEqual(begun)
})

it('forgets the oldest before the storage is full of them', () => {
  const transfers = begunTransfers(storage())
  for (let count = 0; count < 9; count++)
    transfers.put({ ...begun, transferId: `${count}`.repeat(43), amount: `${count}` })
  expect(transfers.find({ ...begun, amount: '0' })).toBeNull()
  expect(transfers.find({ ...begun, amount: '8' })).not.toBeNull()
})

it.each([
  ['nothing', null],
  ['no list', '{}'],
  ['no JSON', '<'],
  ['another release’s', JSON.stringify([{ ...begun, amount: 12 }])],
  ['a row without an end', JSON.stringify([{ ...begun, chain: 'x'.repeat(50_000) }])],
])('%s in the storage counts as nothing', (_, text) => {
  expect(begunTransfers(storage(text)).find(begun)).toBeNull()
})
