import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { clientError, messageOf } from '@vitrine/shared/errors/vitrine-error.ts'
import { type LoginMethod, SMART_WALLET } from '@vitrine/shared/login/registry.ts'
import type { SignInPurpose } from '@vitrine/shared/wallet/sign-in-message.ts'
import { type Flow, startFlow } from '../core/flow.ts'
import type { ExternalWallets, WalletConnection } from '../external-wallets/ports.ts'
import { isSameAccount } from '../external-wallets/same-account.ts'
import { walletGone } from '../external-wallets/wallet-failure.ts'
import type { SmartWallet } from '../requests/link/request.ts'
import type { StepUp } from '../step-up/step-up.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { say } from '../words/say.ts'
import { chainToSignFor, chainToSwitchTo } from './chain-choice.ts'
import { type Chosen, chainTypeOf, type Reached } from './choice.ts'
import {
  type Plan,
  type SignedMessage,
  type WalletEffect,
  type WalletEvent,
  type WalletState,
  walletMachine,
} from './flow.ts'
import { authenticateWallet, fetchNonce, linkSmartWallet, linkWallet, methodOf } from './sign-in-api.ts'
import { firstManner, nextManner, signMessage } from './sign-message.ts'
import { toWalletFailure, type WalletFailure } from './wallet-failure.ts'

export type WalletFlow<Result> = Flow<WalletState<Result>, WalletEvent<Result>>

type Parts = Pick<Kernel, 'app' | 'operations' | 'config' | 'tellFlow' | 'hostOrigin' | 'session'>
type Submit<Result> = (reached: Reached, signed: SignedMessage, signal: AbortSignal) => Promise<Result>

/** Logs in over `/siwe` or `/siws` (contract §2.3), whichever chain the wallet is of. */
export function startWalletLogin(
  kernel: Parts,
  wallets: ExternalWallets,
  disableSignup: boolean,
): WalletFlow<FrameResult<'login'>> {
  const { calls } = kernel.operations
  return start(kernel, wallets, {
    plan: { next: 'sign' },
    purpose: 'login',
    submit: (reached, signed, signal) =>
      authenticateWallet(calls, { reached, signed }, disableSignup, signal),
  })
}

/** Adds a wallet to who is logged in, or the contract that the wallet speaks for. */
export function startWalletLink(
  kernel: Parts,
  wallets: ExternalWallets,
  stepUp: StepUp,
  smartWallet?: SmartWallet,
): WalletFlow<User> {
  const { calls } = kernel.operations
  const account = { type: smartWallet ? SMART_WALLET.account.type : 'wallet' }
  return start(kernel, wallets, {
    plan: { next: 'confirm' },
    purpose: 'link',
    // Before the wallet is asked, so that nobody signs what is then refused.
    prepare: async (address, signal) => {
      if (!smartWallet) requireRoom(kernel, address)
      await stepUp.prove(account, signal)
    },
    submit: (reached, signed, signal) =>
      stepUp.change(account, signal, proof =>
        smartWallet
          ? linkSmartWallet(calls, { reached, signed, smartWallet }, proof, signal)
          : linkWallet(calls, { reached, signed }, proof, signal),
      ),
  })
}

/** @throws VitrineError `cannot_link_more_of_type`: the user has as many other wallets as the app lets them */
function requireRoom({ app, session }: Pick<Kernel, 'app' | 'session'>, address: string): void {
  const { max_linked_wallets_per_user: max } = app
  const now = session.get()
  if (max === null || now.status !== 'authenticated') return
  const others = now.user.linkedAccounts.filter(
    it => it.type === 'wallet' && it.connectorType !== 'embedded' && !isSameAccount(it.address, address),
  )
  if (others.length >= max)
    throw clientError(
      'cannot_link_more_of_type',
      'You have as many wallets as this site lets you add. Remove one before you add another.',
    )
}

/** Connects a wallet and asks nothing else of it. */
export const startWalletConnect = (kernel: Parts, wallets: ExternalWallets): WalletFlow<Reached> =>
  start(kernel, wallets, {
    plan: { next: 'nothing', result: reached => reached },
    purpose: null,
    submit: async reached => reached,
  })

interface Started<Result> {
  readonly plan: Plan<Result>
  /** What a signature is for; `null`: none is asked for. */
  readonly purpose: SignInPurpose | null
  readonly submit: Submit<Result>
  prepare?(address: string, signal: AbortSignal): Promise<void>
}

function start<Result>(
  kernel: Parts,
  wallets: ExternalWallets,
  { plan, purpose, submit, prepare }: Started<Result>,
): WalletFlow<Result> {
  const chains = () => kernel.config.get().chains

  const connect = async (chosen: Chosen, attempt: number, signal: AbortSignal) => {
    const connection = await lineTo(chosen, attempt, signal)
    const [address] = connection.accounts()
    if (address === undefined) throw walletGone(connection.meta.name)
    const manner = purpose === null ? 'plain' : firstManner(connection)
    const switchTo = chainToSwitchTo(connection, chains(), purpose !== null)
    return { type: 'connected', attempt, reached: { connection, address }, manner, switchTo } as const
  }
  const lineTo = async (
    { line }: Chosen,
    attempt: number,
    signal: AbortSignal,
  ): Promise<WalletConnection> => {
    switch (line.type) {
      case 'connected':
        return line.wallet.connection
      case 'injected':
        return kept(await wallets.connectInjected(line.wallet, signal), signal)
      case 'pairing': {
        const onUri = (uri: string) => flow.send({ type: 'uri', attempt, uri })
        const onReset = () => flow.send({ type: 'reset', attempt })
        const { chainType } = line
        return kept(await wallets.connectPhone({ chainType, signal, onUri, onReset }), signal)
      }
    }
  }
  /** What comes after the person has left is nobody's: it ends. */
  const kept = (connection: WalletConnection, signal: AbortSignal) => {
    if (signal.aborted) void connection.disconnect()
    signal.throwIfAborted()
    return connection
  }

  /** Whoever is in stays in, though the wallet went away meanwhile. */
  const keepIfHere = (connection: WalletConnection) => {
    if (connection.accounts().length > 0) wallets.keep(connection)
  }

  const perform = async (effect: WalletEffect, signal: AbortSignal): Promise<WalletEvent<Result>> => {
    const { attempt } = effect
    try {
      switch (effect.type) {
        case 'connect':
          return await connect(effect.chosen, attempt, signal)
        case 'switch': {
          const { connection } = effect.reached
          // Whoever declines stays where they are: what needs the chain asks again.
          await wallets.bringToChain(connection, effect.chain, signal).catch(() => {})
          return { type: 'switched', attempt }
        }
        case 'prepare': {
          const { connection, address } = effect.reached
          await prepare?.(address, signal)
          const { chainType } = connection
          const issued = await fetchNonce(
            kernel.operations.calls,
            { chainType, address, purpose: purpose ?? 'login', userId: userId(kernel, purpose) },
            signal,
          )
          const resource = `${location.origin}/apps/${kernel.app.id}`
          const parts = { origin: kernel.hostOrigin, address, ...issued, resource }
          const chainId = chainType === 'ethereum' ? chainToSignFor(connection, chains()) : null
          return { type: 'prepared', attempt, message: { parts, chainId } }
        }
        case 'sign': {
          const { reached, manner, message } = effect
          const signed = await signMessage({ connection: reached.connection, manner, ...message }, signal)
          return { type: 'signed', attempt, signed }
        }
        case 'submit': {
          const result = await submit(effect.reached, effect.signed, signal)
          keepIfHere(effect.reached.connection)
          return { type: 'authenticated', attempt, result }
        }
      }
    } catch (error) {
      const failure = toWalletFailure(error)
      const manner =
        effect.type === 'sign' ? nextManner(effect.reached.connection, effect.manner, error) : undefined
      return { type: 'failed', attempt, failure, manner }
    }
  }

  const flow = startFlow(walletMachine<Result>(plan), perform)
  const line = followConnection(flow)
  const stopTelling = purpose === null ? () => {} : tellPage(kernel, flow)
  return {
    ...flow,
    stop() {
      flow.stop()
      line.end()
      stopTelling()
    },
  }
}

/** Who the nonce is for, besides the device. */
function userId({ session }: Pick<Kernel, 'session'>, purpose: SignInPurpose | null): string | null {
  const now = session.get()
  return purpose !== 'login' && now.status === 'authenticated' ? now.user.id : null
}

/**
 * Hears what the wallet tells while it is here, and ends a connection that was made here and led to nothing: of what somebody
 * left in the middle nothing remains.
 */
function followConnection<Result>(flow: WalletFlow<Result>): { end(): void } {
  let followed: { readonly connection: WalletConnection; readonly isNew: boolean; stop(): void } | null = null
  const leave = (isOver: boolean) => {
    followed?.stop()
    if (isOver && followed?.isNew) void followed.connection.disconnect()
    followed = null
  }
  const follow = (connection: WalletConnection, { line }: Chosen) => {
    const told = (address: string | null) => {
      const wallet = connection.meta.name
      const message = address === null ? say('walletFailure.gone', { wallet }) : say('ownWallet.switched')
      const connector = { retryable: true }
      const failure = { code: 'generic_connect_wallet_error', message, connector } as const
      flow.send({ type: 'left', address, failure })
    }
    const stop = connection.on(event => {
      if (event.type === 'accounts') told(event.accounts[0] ?? null)
      if (event.type === 'disconnect') told(null)
    })
    followed = { connection, isNew: line.type !== 'connected', stop }
  }
  flow.subscribe(() => {
    const state = flow.get()
    if (state.status === 'done') return leave(false)
    const connection = 'reached' in state ? state.reached?.connection : undefined
    if (connection === followed?.connection) return
    leave(true)
    if (connection && 'chosen' in state) follow(connection, state.chosen)
  })
  return { end: () => leave(true) }
}

/** Tells the page of each change of the status (contract §5), by the method of the wallet's chain; see `ui/tell-status.ts`. */
function tellPage<Result>({ tellFlow }: Pick<Kernel, 'tellFlow'>, flow: WalletFlow<Result>): () => void {
  let told: { readonly method: LoginMethod; readonly status: string } | undefined
  const tell = () => {
    const state = flow.get()
    const { status } = state
    const method = 'chosen' in state ? methodOf(chainTypeOf(state.chosen)) : told?.method
    if (method === undefined || (told?.status === status && told.method === method)) return
    told = { method, status }
    const { failure } = state.status === 'error' ? state : { failure: null }
    tellFlow({ flow: method, status, ...(failure && { error: toldOf(failure) }) })
  }
  flow.subscribe(tell)
  return () => {
    if (told && told.status !== 'done' && told.status !== 'initial')
      tellFlow({ flow: told.method, status: 'initial' })
  }
}

const toldOf = (failure: WalletFailure) => ({
  code: failure.code,
  message: messageOf(failure),
  ...(failure.connector && { type: 'connector_error', data: failure.connector }),
})
