import type { FrameArgument, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { announce } from './announce.ts'
import { deferred } from './deferred.ts'
import { createEmitter } from './emitter.ts'
import { createEthereum, type HostEthereum } from './ethereum.ts'
import { linkFrame, type Parts } from './frame-link.ts'
import { PASSED_METHODS, RARE_METHODS, type Vitrine, type VitrineEvents } from './instance.ts'
import type { SendOptions, SignOptions } from './method-options.ts'
import { checkOptions, type VitrineOptions } from './options.ts'
import type { HostSolana } from './solana.ts'
import { createStore, type VitrineState } from './state.ts'

/**
 * Loads the wallet frame into the page and returns the instance that speaks to it.
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
    providers.forEach(host => void host.disconnect(error))
  }

  // A page need not await it: a failure is also on the console, in `state.error` and in the `error` event.
  let ready = deferred()

  const setAccounts = (host: HostEthereum) =>
    host.setAccounts(
      store.get().wallets.flatMap(wallet => (wallet.chainType === 'ethereum' ? wallet.address : [])),
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
    if (store.change({ isOpen })[0]) events.emit(isOpen ? 'open' : 'close')
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
          const part = solana ? undefined : await parts.later().catch(reportError)
          // The frame, or the instance, is gone meanwhile: its next document is greeted by its own hello.
          if (connection !== connections) return
          if (part)
            solana = part.createSolana(
              chains,
              options,
              request => link.call('solanaRequest', request),
              link.shell?.mounts,
            )
          solana?.setWallets(store.get().wallets)
        }
        // A promise that has rejected stays so: who asks from now on gets another.
        if (store.get().error) ready = deferred()
        // In one change: a page that draws `ready` must not draw a restored user as logged out first.
        apply({ ...(!chains[0] && state), ready: true, error: null })
        ready.resolve()
        events.emit('ready')
      },
      onNotice(notice: HostNotice) {
        if (notice.type === 'state') return apply(notice.state)
        if (notice.type === 'shell') {
          link.shell?.show(notice)
          return setOpen(notice.open)
        }
        const { name, payload } = notice.event
        if (name === 'ethereum') return providers.forEach(host => void host.tell(payload))
        if (name === 'configWarning') console.warn(`Vitrine: ${payload.message}`)
        events.emit(name, payload as never)
      },
      onLost(reason) {
        connections++
        link.shell?.hide()
        setOpen(false)
        store.change({ ready: false })
        events.emit('connectionLost', { reason })
      },
      onFailure(error, during) {
        const { code, message } = error
        console.error(`Vitrine: ${message}`)
        if (!during) {
          store.change({ error })
          // Not with the loss: a frame that comes back at once is no disconnect for an application.
          disconnect(error)
        }
        ready.reject(error)
        events.emit('error', { code, message, during: during ?? 'ready' })
      },
    },
    parts,
  )

  /** One provider for each address: it is on a chain of its own. */
  const ethereumFor = (address?: string) => {
    let host = providers.get(address)
    if (!host) {
      host = createEthereum(link.askEthereum, parts.later, address)
      providers.set(address, host)
      setAccounts(host)
    }
    return host.provider
  }
  const ethereum = ethereumFor()
  if (link.shell && options.eip6963 !== false) announce(ethereum, link.shell)

  type Passed = (typeof PASSED_METHODS)[number]
  const passed = Object.fromEntries(
    PASSED_METHODS.map(method => [method, (argument?: FrameArgument<Passed>) => link.call(method, argument)]),
  ) as unknown as Pick<Vitrine, Passed>
  const rare = Object.fromEntries(
    RARE_METHODS.map(method => [
      method,
      async (...given: never) => (await parts.later())[method](given, link, options, ethereum),
    ]),
  ) as unknown as Pick<Vitrine, (typeof RARE_METHODS)[number]>
  const sign =
    <M extends 'signTypedData' | 'signTransaction' | 'sendTransaction'>(method: M) =>
    (request: unknown, signOptions?: SignOptions | SendOptions) =>
      link.call(method, { ...signOptions, request } as FrameArgument<M>)

  return Object.freeze<Vitrine>({
    get ready() {
      return ready.promise
    },
    get state() {
      return store.get()
    },
    subscribe: store.subscribe,
    on: events.on,
    ...passed,
    ...rare,
    doctor: () =>
      parts.later().then(
        it => it.examine(options, ethereum),
        // A policy that keeps the parts out must not keep out what tells of it.
        ({ message: detail }: VitrineError) => ({
          checks: [
            { name: 'csp', ok: false, detail, fix: 'Add it to the policy, or remove what blocks the file.' },
          ],
        }),
      ),
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
      ready.reject(error)
      solana?.destroy()
      store.change({ ready: false, isOpen: false })
      disconnect(error)
    },
  })
}
