import type { FrameEvents } from '@vitrine/shared/bridge/methods.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createEmitter } from './emitter.ts'

/** Payloads of the EIP-1193 events. */
export interface EthereumEvents {
  connect: { readonly chainId: string }
  disconnect: ProviderRpcError
  accountsChanged: readonly string[]
  chainChanged: string
  message: { readonly type: string; readonly data: unknown }
}

export interface EthereumRequest {
  readonly method: string
  readonly params?: unknown
}

/** EIP-1193 provider. `request` waits for `ready` and rejects with `ProviderRpcError`. */
export interface EthereumProvider {
  request(request: EthereumRequest): Promise<unknown>
  on<E extends keyof EthereumEvents>(
    event: E,
    listener: (payload: EthereumEvents[E]) => void,
  ): EthereumProvider
  removeListener<E extends keyof EthereumEvents>(
    event: E,
    listener: (payload: EthereumEvents[E]) => void,
  ): EthereumProvider
}

export interface ProviderRpcError extends Error {
  readonly code: number
  /** What a contract reverted with, where the node tells it. */
  readonly data?: unknown
  readonly cause?: unknown
}

/** Numeric codes of what is refused on this side (EIP-1193 "Provider Errors", EIP-1474); the frame names its own. */
const EIP_CODES: Partial<Record<VitrineError['code'], number>> = {
  connection_lost: 4900,
  not_ready: 4900,
  instance_destroyed: 4900,
  invalid_data: -32602,
}

const toRpcError = (cause: VitrineError): ProviderRpcError =>
  Object.assign(new Error(cause.message, { cause }), {
    code: (cause.data?.eipCode ?? EIP_CODES[cause.code] ?? -32603) as number,
    data: cause.data?.data,
  })

/**
 * The EIP-1193 provider of the user's Ethereum wallets.
 *
 * @param send passes a request to the frame, once `ready` has resolved.
 * @param address the one wallet that this provider shows, in lower case; without it all of them, the first by default.
 */
export function createEthereum(
  ready: Promise<void>,
  send: (request: EthereumRequest & { readonly address: string | undefined }) => Promise<unknown>,
  address?: string,
) {
  const events = createEmitter<EthereumEvents>()
  let accounts = ''

  const provider: EthereumProvider = {
    async request(request) {
      try {
        // Applications ask as soon as they find a provider: they wait and are not refused.
        await ready
        return await send({ ...request, address })
      } catch (error) {
        throw toRpcError(error as VitrineError)
      }
    },
    on(event, listener) {
      events.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      events.off(event, listener)
      return provider
    },
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
      else if (event === 'message' || about === address) events.emit(event, data as never)
      // A frame that was loaded again knows the page's first provider alone.
      else if (event === 'connect' && !about) greet()
    },
    disconnect(error: VitrineError) {
      events.emit('disconnect', toRpcError(error))
    },
  }
}

export type HostEthereum = ReturnType<typeof createEthereum>
