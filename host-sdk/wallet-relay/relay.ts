import { WALLET_LIMIT } from '@vitrine/shared/bridge/relay-limits.ts'
import type { PageCall, RelayAnswer, RelayEvent, RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { GreetedFrame } from '../greet-frame.ts'
import { answerByHostKey } from '../host-key.ts'
import type { FoundWallet } from './descriptor.ts'
import { askEthereum } from './ethereum-verbs.ts'
import { findEthereumWallets } from './ethereum-wallets.ts'
import { createOutbox } from './outbox.ts'
import { RelayFailure, toRelayError } from './relay-error.ts'
import { askSolana, heldAccounts } from './solana-verbs.ts'
import { findSolanaWallets } from './solana-wallets.ts'
import { watchWallet } from './wallet-events.ts'

/** The page's wallets as one document of the frame has them. */
export interface Relay {
  /** Never rejects: what cannot be done, and whatever a wallet throws, is an answer too. */
  answer(call: PageCall): Promise<RelayAnswer>
  /** Forgets every wallet and stops listening to them. */
  close(): void
}

/** Wallets that come together are told together. */
const GATHER_MS = 50

/**
 * Opens the page's wallets to the frame. Nothing looks for them before `discover`.
 *
 * @param tell passes an event to the frame; may reject
 * @param frame which asks: the page's key is its app's
 */
export function openRelay(
  tell: (event: RelayEvent) => Promise<unknown>,
  { options: { appId } }: Pick<GreetedFrame, 'options'>,
): Relay {
  const outbox = createOutbox(tell)
  /** By handle. A wallet keeps its handle while the relay is open, also where it is no longer listed. */
  const known = new Map<string, FoundWallet>()
  const watched = new Map<string, () => void>()
  let finders:
    | {
        readonly ethereum: ReturnType<typeof findEthereumWallets>
        readonly solana: ReturnType<typeof findSolanaWallets>
      }
    | undefined
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const list = (): RelayedWallet[] => {
    const all = finders ? [...finders.ethereum.get(), ...finders.solana.get()].slice(0, WALLET_LIMIT) : []
    for (const wallet of all) known.set(wallet.described.handle, wallet)
    told = `${all.map(it => it.described.handle)}`
    return all.map(it => it.described)
  }
  const onChange = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      const before = told
      const wallets = list()
      if (told !== before) outbox.put('wallets', { type: 'wallets', wallets })
    }, GATHER_MS)
  }
  const discover = () => {
    finders ??= { ethereum: findEthereumWallets(onChange), solana: findSolanaWallets(onChange) }
    finders.ethereum.look()
    return { wallets: list() }
  }

  const unwatch = (handle: string) => {
    watched.get(handle)?.()
    watched.delete(handle)
  }
  const watch = (handle: string, wallet: FoundWallet, accounts: readonly string[]) => {
    unwatch(handle)
    if (isClosed || !accounts[0]) return
    const stop = watchWallet(wallet, accounts, event =>
      outbox.put(`${handle} ${event.type}`, { handle, ...event }),
    )
    watched.set(handle, stop)
  }

  const perform = async (call: PageCall): Promise<unknown> => {
    if (isClosed) throw new RelayFailure(null, 'The page has no such wallet any more.', 'gone')
    if (call.verb === 'hostKey') return answerByHostKey(appId, call)
    if (call.verb === 'discover') return discover()
    const wallet = known.get(call.handle)
    if (!wallet) throw new RelayFailure(null, 'The page has no such wallet any more.', 'gone')
    // First: what a wallet says of its own end is no news to who ends it.
    if (call.verb === 'disconnect') unwatch(call.handle)
    const ask = wallet.described.chainType === 'ethereum' ? askEthereum : askSolana
    const value = await ask(wallet.wallet, call)
    if (call.verb === 'connect') watch(call.handle, wallet, (value as { accounts: string[] }).accounts)
    // It connects too, where the wallet was not.
    if (call.verb === 'solana:signIn' && !watched.has(call.handle))
      watch(
        call.handle,
        wallet,
        heldAccounts(wallet.wallet).map(({ address }) => address),
      )
    return value
  }

  return {
    async answer(call) {
      try {
        return { ok: true, value: await perform(call) }
      } catch (error) {
        return { ok: false, error: toRelayError(error) }
      }
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      outbox.clear()
      finders?.ethereum.stop()
      finders?.solana.stop()
      for (const stop of watched.values()) stop()
      watched.clear()
      known.clear()
    },
  }
}
