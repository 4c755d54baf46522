import { expect, test, vi } from 'vitest'
import { sentTransaction } from '../../approval/testing/fake-network.ts'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import type { EthereumNetwork, Hex, PreparedTransaction, TransactionStatus } from './ports.ts'
import { sendBatch } from './send-batch.ts'

const hashOf = (place: number) => `0x${String(place).padStart(64, '0')}` as Hex

/** A network that sends at once; `fates` says what becomes of each, by its hash. */
function batch(statuses: Record<Hex, TransactionStatus | 'forever'> = {}) {
  const log: string[] = []
  let count = 0
  const send: EthereumNetwork['send'] = async () => {
    const hash = hashOf(count++)
    log.push(`send ${count - 1}`)
    return { hash }
  }
  const wait = vi.fn<EthereumNetwork['wait']>((hash, signal) => {
    log.push(`wait ${Number(hash)}`)
    const status = statuses[hash] ?? 'confirmed'
    if (status !== 'forever') return Promise.resolve(sentTransaction(hash, 1, status))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const sent: Hex[] = []
  const part = {
    network: { send, wait },
    wallet,
    count: 3,
    prepared: (place: number) => {
      log.push(`prepare ${place}`)
      return {} as PreparedTransaction
    },
    onWait: (isWaiting: boolean) => log.push(isWaiting ? 'wait…' : '…over'),
    onSent: (hash: Hex) => sent.push(hash),
  }
  return { part, log, sent }
}
const { signal } = new AbortController()

test('each is filled in and sent once the former has succeeded', async () => {
  const { part, log, sent } = batch()
  expect(await sendBatch(part, signal)).toBe(true)
  const waiting = (place: number) => ['wait…', `wait ${place}`, '…over']
  expect(log).toEqual([
    ...['prepare 0', 'send 0', ...waiting(0)],
    ...['prepare 1', 'send 1', ...waiting(1)],
    ...['prepare 2', 'send 2'],
  ])
  expect(sent).toEqual([hashOf(0), hashOf(1), hashOf(2)])
})

test.each(['reverted', 'replaced', 'dropped'] as const)('one that is %s ends the batch', async status => {
  const { part, sent } = batch({ [hashOf(1)]: status })
  expect(await sendBatch(part, signal)).toBe(false)
  expect(sent).toHaveLength(2)
})

test('a batch that goes on waits for what was sent before it', async () => {
  const { part, sent } = batch({ [hashOf(9)]: 'reverted' })
  expect(await sendBatch({ ...part, after: hashOf(9) }, signal)).toBe(false)
  expect(sent).toEqual([])
})

test('one that no block takes ends the batch in the end', async () => {
  const { part, sent } = batch({ [hashOf(0)]: 'forever' })
  expect(await sendBatch({ ...part, maxWaitMs: 20 }, signal)).toBe(false)
  expect(sent).toHaveLength(1)
})

test('leaving while it waits signs nothing more', async () => {
  const { part, sent } = batch({ [hashOf(0)]: 'forever' })
  const leaving = new AbortController()
  const sending = sendBatch(part, leaving.signal)
  await vi.waitFor(() => expect(part.network.wait).toHaveBeenCalled())
  leaving.abort(new Error('left'))
  await expect(sending).rejects.toThrow('left')
  expect(sent).toHaveLength(1)
})
