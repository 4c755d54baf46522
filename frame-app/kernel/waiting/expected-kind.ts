import type { FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../../requests/context.ts'
import { maySkipScreen } from '../../requests/may-skip-screen.ts'
import { type Kind, REQUESTS } from '../../requests/registry.ts'

type Named = Partial<Record<string, Kind>>

const OF_PAGE: Named = {
  openAccount: 'account',
  link: 'link',
  unlink: 'unlink',
  update: 'update',
  setWalletRecovery: 'set-recovery',
  signMessage: 'sign-message',
  signTypedData: 'sign-typed-data',
  signTransaction: 'sign-transaction',
  sendTransaction: 'send-transaction',
} satisfies Partial<Record<FrameMethodName, Kind>>

const OF_ETHEREUM: Named = {
  personal_sign: 'sign-message',
  eth_signTypedData_v3: 'sign-typed-data',
  eth_signTypedData_v4: 'sign-typed-data',
  eth_signTransaction: 'sign-transaction',
  eth_sendTransaction: 'send-transaction',
  wallet_sendTransaction: 'send-transaction',
  wallet_sendCalls: 'send-calls',
  eth_sign7702Authorization: 'sign-authorization',
  wallet_showCallsStatus: 'show-calls',
  wallet_watchAsset: 'watch-asset',
}

const OF_SOLANA: Named = {
  signMessage: 'sign-message',
  signIn: 'sign-message',
  signTransaction: 'solana-transaction',
  signAndSendTransaction: 'solana-transaction',
}

const CONNECTS = ['eth_requestAccounts', 'wallet_requestPermissions', 'connect', 'signIn']

export type ExpectingContext = Pick<HandlerContext, 'app' | 'config' | 'session'>

/**
 * The screen that a call leads to, as far as its name tells before it is read.
 * @returns `null` where there may be none: nobody is shown a dialog for what runs silently
 */
export function expectedKind(
  { app, config, session }: ExpectingContext,
  method: FrameMethodName,
  argument: unknown,
): Kind | null {
  const call = Object(argument) as {
    readonly method?: unknown
    readonly inputs?: readonly unknown[]
    readonly uiOptions?: { readonly showWalletUIs?: boolean }
  }
  const provider = { ethereumRequest: OF_ETHEREUM, solanaRequest: OF_SOLANA }[method as string]
  const name = provider ? String(call.method) : method
  if (session.get().status === 'anonymous') {
    const isSilent = Object(call.inputs?.[0]).silent === true
    return provider && CONNECTS.includes(name) && !isSilent ? 'login' : null
  }
  const names = provider ?? OF_PAGE
  const kind = Object.hasOwn(names, name) ? (names[name] ?? null) : null
  const { showWalletUIs } = config.current.get().embeddedWallets
  const isQuiet = maySkipScreen(app(), showWalletUIs, call.uiOptions?.showWalletUIs)
  return kind && isQuiet && REQUESTS[kind].silent ? null : kind
}
