import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { begunTransfers } from './begun-transfer.ts'
import type { Claims } from './claims.ts'
import { createSendGuard, release } from './send-guard.ts'
import { begunTransfer } from './testing/funding.ts'

const begin = begunTransfer()
const HASH = `0x${'ab'.repeat(32)}`

/** The server's side of claims, as `auth-server/funding/transfers.ts` has it. */
function server() {
  const rows = new Map<string, string | null>()
  const claims: Claims = {
    async claim(id) {
      const isFirst = !rows.has(id)
      if (isFirst) rows.set(id, null)
      return { isFirst, transactionHash: rows.get(id) ?? null }
    },
    async tell(id, hash) {
      if (rows.get(id) !== null) throw clientError('resource_conflict', 'Not begun, or sent already.')
      if (hash === null) rows.delete(id)
      else rows.set(id, hash)
    },
  }
  return { rows, claims }
}

function setUp({ claims = server().claims, expiresAt = null as number | null } = {}) {
  let text: string | null = null
  const transfers = begunTransfers({
    read: () => text,
    write(next) {
      text = next
    },
  })
  const [onBegun, onExpired] = [vi.fn(), vi.fn()]
  const parts = { claims, transfers, begin, expiresAt, now: () => 5_000, onBegun, onExpired }
  return { guard: createSendGuard(parts), transfers, onBegun, onExpired }
}

it('writes down that the wallet is asked before it is, and what it sent after', async () => {
  const { rows, claims } = server()
  const { guard, transfers, onBegun } = setUp({ claims })
  await guard.before()
  expect(transfers.find(begin)).toEqual({ ...begin, at: 5_000 })
  guard.sent(HASH)
  expect(transfers.find(begin)?.sent).toBe(HASH)
  expect(onBegun).toHaveBeenCalledWith({ ...begin, at: 5_000, sent: HASH }, false)
  await vi.waitFor(() => expect(rows.get(begin.transferId)).toBe(HASH))
})

it('of two devices one asks; the other is told what was sent, and asks nothing', async () => {
  const { claims } = server()
  const [one, two, three] = [setUp({ claims }), setUp({ claims }), setUp({ claims })]
  await one.guard.before()
  await expect(two.guard.before()).rejects.toMatchObject({ code: 'resource_conflict' })
  expect(two.onBegun).toHaveBeenCalledWith({ ...begin, at: 5_000 }, true)
  one.guard.sent(HASH)
  await expect(three.guard.before()).rejects.toMatchObject({ code: 'resource_conflict' })
  expect(three.onBegun).toHaveBeenCalledWith({ ...begin, at: 5_000, sent: HASH }, true)
})

it('without the server’s word nothing is asked', async () => {
  const claim = async () => {
    throw clientError('service_unavailable', 'Away.')
  }
  const { guard, transfers } = setUp({ claims: { ...server().claims, claim } })
  await expect(guard.before()).rejects.toMatchObject({ code: 'service_unavailable' })
  expect([transfers.find(begin), guard.current()]).toEqual([null, null])
})

it('after a refusal the same device may ask again, and so may others', async () => {
  const { claims } = server()
  const { guard, transfers } = setUp({ claims })
  await guard.before()
  await guard.unsent()
  expect([transfers.find(begin), guard.current()]).toEqual([null, null])
  await guard.before()
  await guard.unsent()
  await expect(setUp({ claims }).guard.before()).resolves.toBeUndefined()
})

it('a refusal that the server could not be told of does not lock the person out', async () => {
  const tell = async () => {
    throw clientError('service_unavailable', 'Away.')
  }
  const { guard } = setUp({ claims: { ...server().claims, tell } })
  await guard.before()
  await guard.unsent()
  await expect(guard.before()).resolves.toBeUndefined()
})

it('asks nothing for an offer that ran out while it was read', async () => {
  const { rows, claims } = server()
  const { guard, onExpired } = setUp({ claims, expiresAt: 5_000 })
  await expect(guard.before()).rejects.toMatchObject({ code: 'invalid_data' })
  expect(onExpired).toHaveBeenCalledOnce()
  expect(rows.size).toBe(0)
})

it('at the person’s word a transfer is given back, unless another device has sent it', async () => {
  const { rows, claims } = server()
  await claims.claim('a')
  expect(await release(claims, 'a')).toBeNull()
  // Given back before, by another tab.
  expect(await release(claims, 'a')).toBeNull()
  expect(rows.size).toBe(0)
  await claims.claim('b')
  await claims.tell('b', HASH)
  expect(await release(claims, 'b')).toBe(HASH)
})
