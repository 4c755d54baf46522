import type { FrameHandlers, FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Custody } from '@vitrine/shared/wallet/wallet.ts'
import type { ComponentType } from 'react'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import type { ExternalWallets } from '../external-wallets/ports.ts'
import type { Calls } from '../session/calls.ts'
import type { WalletOperations } from '../wallet/operations.ts'

/**
 * What one kind of request for a person's attention is: its types, and every fact that differs from kind to kind. Each
 * folder has one in its `request.ts`; `registry.ts` lists them all, and all else derives from that list.
 * @typeParam Method the page's method that asks for it; `null` where none does, but a provider or another request
 */
export interface RequestKind<
  Request extends RequestBase,
  Result,
  Method extends FrameMethodName | null = null,
> extends RequestRules<Request, Result> {
  /** Brings its screen. The code comes when it is needed, or ahead of that when the browser is idle. */
  readonly screen: () => Promise<ComponentType<{ readonly request: Request }>>
  readonly page: Method extends FrameMethodName ? PageMethod<Method> : null
}

/** A method of the bridge, and who reads the page's call into a request. */
export interface PageMethod<Method extends FrameMethodName> {
  readonly method: Method
  /** Brings the handler. It takes the part of `HandlerContext` that it names, which itself speaks of every kind. */
  readonly handler: () => Promise<(context: never) => FrameHandlers[Method]>
}

/** What a request is queued and decided by. */
export interface RequestRules<Request extends RequestBase, Result> {
  /** What the page's call comes to when the person leaves the screen. */
  readonly dismissal: Dismissal<Result>
  /** It stays on show when the session ends. Absent: it ends with the session. */
  readonly outlivesSession?: true
  /** It may stand in an element of the page, those of its screens on which nothing is approved. Absent: above the page alone. */
  readonly inline?: true
  /** Who must hold the key of a request's wallet; a wallet of another custody is refused. `null`: no key is used. */
  readonly custody: readonly Custody[] | null
  /** How it is performed without a screen, where the operator permits that. `null`: never. */
  readonly silent: (() => Promise<Silent<Request, Result>>) | null
}

export interface RequestBase {
  readonly id: string
  readonly kind: string
}

export type Dismissal<Result> =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error'; error(): VitrineError }

/** What a request without a screen is judged by and performed with. */
export interface SilentContext {
  readonly wallets: Pick<WalletOperations, 'perform' | 'signMessage'>
  readonly calls: Calls
  /** The pinned origin. */
  readonly hostOrigin: string
  externalWallets(): Promise<ExternalWallets>
  ethereum(): Promise<EthereumNetworks>
  solana(): Promise<SolanaNetworks>
}

export interface Silent<Request, Result> {
  /**
   * What a person would have been warned of, as far as it can be found without one.
   * @returns whether a person has to look. @throws VitrineError when it could only fail
   */
  needsPerson(context: SilentContext, request: Asked<Request>, signal: AbortSignal): Promise<boolean>
  /** @throws VitrineError what the work throws */
  perform(context: SilentContext, request: Asked<Request>, signal: AbortSignal): Promise<Result>
}

/** A request before it has its place among the others. */
export type Asked<Request> = Request extends unknown ? Omit<Request, 'id'> : never
