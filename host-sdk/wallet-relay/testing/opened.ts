import {
  RELAY_RESULTS,
  type RelayCall,
  type RelayEvent,
  type RelayedWallet,
  type RelayResult,
  type RelayVerb,
  relayAnswer,
  relayEvent,
} from '@vitrine/shared/bridge/wallet-relay.ts'
import { openRelay } from '../relay.ts'

const opened: { close(): void }[] = []

/** A relay whose every word is read as the frame reads it, and of which nothing is beyond the bridge. */
export function open() {
  const events: RelayEvent[] = []
  const relay = openRelay(
    async event => {
      events.push(relayEvent.parse(structuredClone(event)))
    },
    { options: { appId: 'app_1' } },
  )
  opened.push(relay)
  const answer = async (call: RelayCall) => {
    const answered = await relay.answer(call)
    structuredClone(answered)
    return relayAnswer.parse(answered)
  }
  return {
    ...relay,
    events,
    answer,
    /** @throws unless the wallet did it, by the shape of the verb */
    async ask<V extends RelayVerb>(call: RelayCall & { readonly verb: V }): Promise<RelayResult<V>> {
      const answered = await answer(call)
      if (!answered.ok) throw new Error(`${call.verb}: ${JSON.stringify(answered.error)}`)
      return RELAY_RESULTS[call.verb].parse(answered.value) as RelayResult<V>
    },
    /** What went wrong. */
    async fail(call: RelayCall) {
      const answered = await answer(call)
      if (answered.ok) throw new Error(`${call.verb} was done`)
      return answered.error
    },
    async discover(): Promise<readonly RelayedWallet[]> {
      return (await this.ask({ verb: 'discover' })).wallets
    },
    /** The handle of the wallet of this name. */
    async find(name: string): Promise<string> {
      const found = (await this.discover()).find(it => it.name === name)
      if (!found) throw new Error(`No ${name} in the page`)
      return found.handle
    },
  }
}

export function closeAll() {
  for (const relay of opened.splice(0)) relay.close()
}
