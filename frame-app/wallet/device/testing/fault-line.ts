import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError, requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VaultClient } from '../../../vault/client.ts'
import type { ShareStore } from '../../../vault/set/share-store.ts'
import { createInProcessVault } from '../../../vault/testing/in-process-vault.ts'
import type { SetCalls } from '../set-calls.ts'

/** What goes wrong, and where. Every await of a page on its server, its worker or its disk is one step. */
export interface Fault {
  readonly step: number
  /** `before`: nothing of the step happened. `after`: all of it did, and nobody learned of it. */
  readonly when: 'before' | 'after'
  /** `lost`: this answer, or the worker that was to give it. `closed`: the page, so that nothing follows. */
  readonly what: 'lost' | 'closed'
}

/** Steps of all pages, counted in their order, of which one may go wrong. */
export class FaultLine {
  fault: Fault | null = null
  count = 0
  wasReached = false

  begin(fault: Fault) {
    Object.assign(this, { fault, count: 0, wasReached: false })
  }

  /** A page whose vault and calls run along the line. */
  page(disk: ShareStore, api: SetCalls): { readonly vault: VaultClient; readonly calls: SetCalls } {
    let isClosed = false
    let isKilled = false
    const step = async <T>(work: () => T | Promise<T>, failure: () => Error): Promise<T> => {
      if (isClosed) throw new Error('The page is closed.')
      const isHere = this.count++ === this.fault?.step
      const fail = () => {
        this.wasReached = true
        isClosed = this.fault?.what === 'closed'
        throw failure()
      }
      if (isHere && this.fault?.when === 'before') fail()
      const [outcome] = await Promise.allSettled([(async () => work())()])
      // A refusal gets lost as any answer does.
      if (isHere) fail()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    const killed = () => {
      isKilled = true
      return new Error('The worker was killed.')
    }
    const store: ShareStore = {
      deviceKey: isFresh => step(() => disk.deviceKey(isFresh), killed),
      read: owner => step(() => disk.read(owner), killed),
      write: (owner, record) => step(() => disk.write(owner, record), killed),
    }
    const proxyFailed = () => {
      isKilled = true
      return clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED)
    }
    let worker = createInProcessVault(store)
    const use: VaultClient['use'] = async operation => {
      try {
        const answer = await step(() => worker.use(operation), proxyFailed)
        // It died at its disk: no answer came.
        if (isKilled) throw proxyFailed()
        return answer
      } finally {
        // As the client does: the next use starts a fresh one, which remembers nothing.
        if (isKilled) worker = createInProcessVault(store)
        isKilled = false
      }
    }
    // Asked for at the call: a test may put another in its place meanwhile.
    const call = (name: keyof SetCalls) => (api[name] as (...args: unknown[]) => Promise<unknown>).bind(api)
    const names = Object.keys(api) as (keyof SetCalls)[]
    const calls = names.map(name => [
      name,
      (...args: unknown[]) => step(() => call(name)(...args), requestTimedOut),
    ])
    return { vault: { use }, calls: Object.fromEntries(calls) as SetCalls }
  }
}
