import type { PageCall, RelayAnswer } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { Parts } from '../frame-link.ts'
import type { GreetedFrame } from '../greet-frame.ts'
import type { openRelay, Relay } from './relay.ts'

/** What the fourth script hands over. */
export interface RelayPart {
  readonly openRelay: typeof openRelay
}
/** @param part loads a pinned file by the first script's rules; in the module there are none */
export type BringRelay = (part: Parts['part']) => Promise<RelayPart>

/**
 * What the frame asks of the page's wallets. Their code comes with the first question. Each document of the frame has a relay of
 * its own, which ends with it: the next one starts with no wallet known and none connected.
 */
export function askWallets(bring: BringRelay) {
  const relays = new WeakMap<GreetedFrame, Promise<Relay>>()
  const open = (frame: GreetedFrame, part: Parts['part']) => {
    const relay = bring(part).then(it => it.openRelay(event => frame.call('walletEvent', event), frame))
    relays.set(frame, relay)
    const forget = () => {
      if (relays.get(frame) === relay) relays.delete(frame)
    }
    frame.onEnd = () => {
      forget()
      relay.then(
        it => it.close(),
        () => {},
      )
    }
    relay.catch(forget)
    return relay
  }
  /** Never rejects. */
  return async (call: PageCall, frame: GreetedFrame, part: Parts['part']): Promise<RelayAnswer> => {
    try {
      const relay = await (relays.get(frame) ?? open(frame, part))
      return await relay.answer(call)
    } catch (error) {
      return { ok: false, error: { code: null, message: `${(error as Error).message}`.slice(0, 300) } }
    }
  }
}
