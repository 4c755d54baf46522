import type { FrameArgument, FrameMethodName, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { announce } from './announce.ts'
import { createEmitter } from './emitter.ts'
import { createEthereum, type HostEthereum } from './ethereum.ts'
import { type LoadGreeting, linkFrame } from './frame-link.ts'
import { PASSED_METHODS, type SignOptions, type Vitrine, type VitrineEvents } from './instance.ts'
import { checkOptions, type VitrineOptions } from './options.ts'
import type { createSolana, HostSolana } from './solana.ts'
import { createStore, type VitrineState } from './state.ts'

/** What is not needed at once, and how it comes: for the script tag as pinned files, for the module with it. */
export interface Parts {
  /** The bridge, for when the frame answers. */
  readonly greeting: LoadGreeting
  /** The Solana provider, for an app that has Solana. */
  readonly solana: () => Promise<{ readonly createSolana: typeof createSolana }>
}

/**
 * Loads the wallet frame into the page and returns the instance that speaks to it. On a server it loads nothing: the
 * instance has its initial `state`, and `ready` rejects.
 *
 * @throws VitrineError `configuration_error` for options that cannot work, or when the app has an instance already. What
 *   shows only later (an origin that is not allowed, a wallet that does not answer) rejects `ready`.
 */
export function createVitrine(options: VitrineOptions, parts: Parts): Vitrine {
  checkOptions(options)
  const events = createEmitter<VitrineEvents>()
  const store = createStore()
  const providers = new Map<string | undefined, HostEthereum>()
  let solana: HostSolana | undefined
  /** How often a frame has answered or was lost: what waits for a part sees by it that its frame is another one by now. */
  let connections = 0
  const disconnect = (error: VitrineError) => {
    for (const [, host] of providers) host.disconnect(error)
  }

  let resolveReady = () => {}
  let rejectReady: (error: VitrineError) => void = resolveReady
  const ready = new Promise<void>((resolve, reject) => {
    resolveReady = resolve
    rejectReady = reject
  })
  // A page need not await `ready`: a failure is also on the console, in `state.error` and in the `error` event.
  ready.catch(() => {})

  const setAccounts = (host: HostEthereum) =>
    host.setAccounts(
      store.get().wallets.flatMap(({ chainType, address }) => (chainType === 'ethereum' ? address : [])),
    )

  const apply = (next: Partial<VitrineState>) => {
    const changed = store.change(next)
    const { user, wallets } = store.get()
    if (changed.includes('user')) events.emit('userChanged', { user })
    if (changed.includes('wallets')) {
      events.emit('walletsChanged', { wallets })
      providers.forEach(setAccounts)
      solana?.setWallets(wallets)
    }
  }

  const setOpen = (isOpen: boolean) => {
    if (store.change({ isOpen })[0]) events.emit(isOpen ? 'open' : 'close', undefined)
  }

  const link = linkFrame(
    options,
    {
      async onHello({ state, features: chains }) {
        const connection = ++connections
        // A page that is told `ready` finds `solana` there; where its code does not come, the rest still works.
        if (chains[0]) {
          // Before the wait: what the frame says meanwhile is newer.
          apply(state)
          const part = solana ? undefined : await parts.solana().catch(reportError)
          // The frame, or the instance, is gone meanwhile: its next document is greeted by its own hello.
          if (connection !== connections) return
          if (part)
            solana = part.createSolana(chains, options, request => link.call('solanaRequest', request))
          solana?.setWallets(store.get().wallets)
        }
        // In one change: a page that draws `ready` must not draw a restored user as logged out first.
        apply({ ...(!chains[0] && state), ready: true, error: null })
        resolveReady()
        events.emit('ready', undefined)
      },
      onNotice(notice: HostNotice) {
        if (notice.type === 'state') return apply(notice.state)
        if (notice.type === 'shell') {
          link.shell?.show(notice)
          return setOpen(notice.open)
        }
        const { name, payload } = notice.event
        if (name === 'ethereum') {
          for (const [, host] of providers) host.tell(payload)
          return
        }
        if (name === 'configWarning') console.warn(`Vitrine: ${payload.message}`)
        events.emit(name, payload as never)
      },
      onLost(reason) {
        connections++
        link.shell?.hide()
        setOpen(false)
        store.change({ ready: false })
        events.emit('connectionLost', { reason })
        disconnect(clientError('connection_lost', reason))
      },
      onFailure(error, during) {
        const { code, message } = error
        console.error(`Vitrine: ${message}`)
        if (!during) store.change({ error })
        rejectReady(error)
        events.emit('error', { code, message, during: during ?? 'ready' })
      },
    },
    parts.greeting,
  )

  /** One provider for each address: it is on a chain of its own. */
  const ethereumFor = (address?: string) => {
    let host = providers.get(address)
    if (!host) {
      host = createEthereum(ready, request => link.call('ethereumRequest', request), address)
      providers.set(address, host)
      setAccounts(host)
    }
    return host.provider
  }
  const ethereum = ethereumFor()
  const stopAnnouncing = link.shell && options.eip6963 !== false ? announce(ethereum) : undefined

  const pass =
    <M extends FrameMethodName>(method: M) =>
    (argument?: FrameArgument<M>) =>
      link.call(method, argument)
  const passed = Object.fromEntries(PASSED_METHODS.map(method => [method, pass(method)])) as {
    readonly [M in (typeof PASSED_METHODS)[number]]: ReturnType<typeof pass<M>>
  }
  const sign =
    <M extends 'signTypedData' | 'signTransaction' | 'sendTransaction'>(method: M) =>
    (request: unknown, signOptions?: SignOptions) =>
      link.call(method, { ...signOptions, request } as FrameArgument<M>)

  return Object.freeze<Vitrine>({
    ready,
    get state() {
      return store.get()
    },
    subscribe: store.subscribe,
    on: events.on,
    ...passed,
    openAccount: () => link.call('openAccount'),
    link: (method, linkOptions) => link.call('link', { ...linkOptions, method }),
    signMessage: (request, signOptions) => link.call('signMessage', { ...signOptions, ...request }),
    signTypedData: sign('signTypedData'),
    signTransaction: sign('signTransaction'),
    sendTransaction: sign('sendTransaction'),
    ethereum,
    get solana() {
      return solana?.wallet
    },
    async getEthereumProvider({ address } = {}) {
      return ethereumFor(address?.toLowerCase() || undefined)
    },
    destroy() {
      connections++
      const error = link.destroy()
      rejectReady(error)
      stopAnnouncing?.()
      solana?.destroy()
      store.change({ ready: false, isOpen: false })
      disconnect(error)
    },
  })
}
