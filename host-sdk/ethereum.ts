import type { FrameEvents } from '@vitrine/shared/bridge/methods.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createEmitter } from './emitter.ts'
import type { Later } from './later.ts'
import type { Callback, OlderMethods } from './older-methods.ts'

/** Payloads of the EIP-1193 events. */
export interface EthereumEvents {
  connect: { readonly chainId: string }
  disconnect: ProviderRpcError
  accountsChanged: readonly string[]
  chainChanged: string
  /** The chain id of `chainChanged` as decimal text, for applications from before EIP-1193. */
  networkChanged: string
  message: { readonly type: string; readonly data: unknown }
}

/** A request of EIP-1193. */
export interface EthereumRequest {
  readonly method: string
  readonly params?: unknown
}

/** What hears the events. */
export type EthereumListeners = { [E in keyof EthereumEvents]: (payload: EthereumEvents[E]) => void }

/** EIP-1193 provider. `request` waits for a frame that is up, and rejects with `ProviderRpcError`. */
export interface EthereumProvider extends OlderMethods {
  /** By this a page that looks for wallets knows ours, as it knows older ones. */
  readonly isVitrine: true
  /** `Result` is what the caller knows of the method's; nothing checks it. */
  request<Result = unknown>(request: EthereumRequest): Promise<Result>
  on<E extends keyof EthereumEvents>(event: E, listener: EthereumListeners[E]): EthereumProvider
  /** Hears the next one alone. */
  once<E extends keyof EthereumEvents>(event: E, listener: EthereumListeners[E]): EthereumProvider
  removeListener<E extends keyof EthereumEvents>(event: E, listener: EthereumListeners[E]): EthereumProvider
  /** `removeListener`, as Node calls it too. */
  off: EthereumProvider['removeListener']
  /** Between `connect` and `disconnect` (EIP-1193). */
  isConnected(): boolean
}

/** EIP-1193, "ProviderRpcError". */
export interface ProviderRpcError extends Error {
  /** Of EIP-1193 or EIP-1474, e.g. 4001: the person has refused. */
  readonly code: number
  /** What a contract reverted with, where the node tells it. */
  readonly data?: unknown
  readonly cause?: unknown
}

/**
 * Numeric codes of what is refused on this side (EIP-1193 "Provider Errors", EIP-1474), where it is not 4900: that there is no
 * frame. The frame names its own.
 */
const EIP_CODES: Partial<Record<VitrineError['code'], number>> = {
  invalid_data: -32602,
  internal_error: -32603,
  too_many_requests: -32005,
}

const toRpcError = (cause: VitrineError): ProviderRpcError =>
  Object.assign(new Error(cause.message, { cause }), {
    code: (cause.data?.eipCode ?? EIP_CODES[cause.code] ?? 4900) as number,
    data: cause.data?.data,
  })

/**
 * The EIP-1193 provider of the user's Ethereum wallets.
 *
 * @param send passes a request to the frame, once one is up: applications ask as soon as they find a provider. While none is,
 *   `chainId` answers, the last that the provider was told: wagmi gives up asking for it after 100 ms.
 * @param later brings what few applications call.
 * @param address the one wallet that this provider shows, in lower case; without it all of them, the first by default.
 */
export function createEthereum(
  send: (
    request: EthereumRequest & { readonly address: string | undefined },
    chainId: string | undefined,
  ) => Promise<unknown>,
  later: () => Promise<Later>,
  address?: string,
) {
  const events = createEmitter<EthereumEvents>()
  let accounts = ''
  /** Between `connect` and `disconnect`. */
  let chainId: string | undefined

  const off: EthereumProvider['off'] = (event, listener) => {
    events.off(event, listener)
    return provider
  }
  const provider: EthereumProvider = {
    isVitrine: true,
    async request<Result>(request: EthereumRequest) {
      try {
        return (await send({ ...request, address }, chainId)) as Result
      } catch (error) {
        throw toRpcError(error as VitrineError)
      }
    },
    on(event, listener) {
      events.on(event, listener)
      return provider
    },
    once(event, listener) {
      // Before the listener, which may want to hear once more; it is told all the same.
      const end = () => provider.off(event, listener).off(event, end)
      return provider.on(event, end).on(event, listener)
    },
    removeListener: off,
    off,
    isConnected: () => !!chainId,
    enable: () => provider.request({ method: 'eth_requestAccounts' }),
    // A callback is told too that the code for it did not come.
    send: (asked, rest) => later().then(it => it.send(provider, asked, rest), rest as Callback),
    sendAsync: (asked, callback) => later().then(it => it.sendAsync(provider, asked, callback), callback),
  }

  // The frame answers, and tells this provider that it is connected.
  const greet = () => provider.request({ method: 'eth_chainId' }).catch(() => {})
  if (address) greet()

  /** `addresses` of all Ethereum wallets; tells when those of this provider have changed. */
  const setAccounts = (addresses: readonly string[]) => {
    const shown = addresses.filter(other => !address || other.toLowerCase() === address)
    if (accounts !== `${shown}`) events.emit('accountsChanged', shown)
    accounts = `${shown}`
  }

  return {
    provider,
    setAccounts,
    /** What the frame says: of its chain to one provider, all else to every one. */
    tell({ event, data, address: about }: FrameEvents['ethereum']) {
      if (event === 'accountsChanged') setAccounts(data as string[])
      else if (event === 'message' || about === address) {
        if (event !== 'message')
          chainId = ((data as EthereumEvents['connect']).chainId ?? data) as EthereumEvents['chainChanged']
        events.emit(event, data as never)
        if (event === 'chainChanged') events.emit('networkChanged', `${+(data as string)}`)
      }
      // A frame that was loaded again knows the page's first provider alone.
      else if (event === 'connect' && !about) greet()
    },
    disconnect(error: VitrineError) {
      chainId = undefined
      events.emit('disconnect', toRpcError(error))
    },
  }
}

export type HostEthereum = ReturnType<typeof createEthereum>
