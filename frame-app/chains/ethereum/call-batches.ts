import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import type { CallBatch, CallBatches, Hex } from './ports.ts'

/** Older ones are forgotten; a dapp asks while it is open. */
const MAX_KEPT = 50

const hex = (bytes: number) =>
  z.custom<Hex>(
    value => typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i').test(value),
  )
const batches = z.array(
  z.object({
    id: z.string(),
    chainId: wholeNumber.check(z.positive()),
    from: hex(20),
    count: wholeNumber.check(z.positive()),
    hashes: z.array(hex(32)),
    calls: z.optional(
      z.array(
        z.object({
          to: z.nullable(hex(20)),
          value: z.custom<Hex>(it => /^0x[0-9a-f]{1,64}$/.test(String(it))),
        }),
      ),
    ),
  }),
)

/** The storage of one page's calls; what stands there may be anything. */
export interface BatchStorage {
  read(): string | null
  write(value: string): void
}

/** What a page's dapps sent by `wallet_sendCalls` (EIP-5792): kept over a reload. */
export function createCallBatches(storage: BatchStorage): CallBatches {
  const read = (): CallBatch[] => {
    try {
      return batches.parse(JSON.parse(storage.read() ?? '[]'))
    } catch {
      return []
    }
  }
  const held = new Set<string>()
  const get = (id: string) => read().find(batch => batch.id === id)
  return {
    get,
    hold(id) {
      if (held.has(id) || get(id)) return false
      held.add(id)
      return true
    },
    release: id => void held.delete(id),
    add: batch => storage.write(JSON.stringify([batch, ...read()].slice(0, MAX_KEPT))),
  }
}
