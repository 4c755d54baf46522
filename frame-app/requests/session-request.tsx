import type { ComponentType } from 'react'
import type { ApprovalRequest } from '../approval/view/build-view.ts'
import type { ScreenRequest } from '../kernel/ports.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { say } from '../words/say.ts'
import { WALLET_SCREENS } from './registry.ts'

const loadLink = async () => (await import('./link/screen.tsx')).LinkDialog
const loadRecover = async () => (await import('./recover/screen.tsx')).RecoverScreen
const loadSetRecovery = async () => (await import('./set-recovery/screen.tsx')).SetRecoveryScreen
const loadSolanaTransaction = async () =>
  (await import('./solana-transaction/screen.tsx')).SolanaTransactionScreen
const loadShowCalls = async () => (await import('./show-calls/screen.tsx')).ShowCallsScreen
const loadWatchAsset = async () => (await import('./watch-asset/screen.tsx')).WatchAssetScreen
const loadUnlink = async () => (await import('./unlink/screen.tsx')).UnlinkDialog
const loadAccount = async () => (await import('./account/screen.tsx')).AccountScreen

/** Brings what is asked for most, ahead of its use. */
export const prefetch = () => Promise.all([preload(loadAccount), preload(WALLET_SCREENS['sign-message'])])

/** Every request but a login: nobody has one before a session, so this comes after the landing. */
export function SessionRequest({ request }: { request: Exclude<ScreenRequest, { kind: 'login' }> }) {
  const { screens } = useKernel()
  const dismiss = () => screens.dismiss(request)
  switch (request.kind) {
    case 'account':
      return (
        <LazyScreen load={loadAccount} onClose={dismiss} props={{ request }} title={say('account.title')} />
      )
    case 'unlink':
      return (
        <LazyScreen load={loadUnlink} onClose={dismiss} props={{ request }} title={say('account.title')} />
      )
    case 'link':
    case 'update':
      return <LazyScreen load={loadLink} onClose={dismiss} props={{ request }} title={say('account.title')} />
    case 'recover':
      return (
        <LazyScreen load={loadRecover} onClose={dismiss} props={{ request }} title={say('recover.title')} />
      )
    case 'set-recovery':
      return (
        <LazyScreen
          load={loadSetRecovery}
          onClose={dismiss}
          props={{ request }}
          title={say('passcode.title')}
        />
      )
    case 'sign-message':
      return (
        <LazyScreen
          load={WALLET_SCREENS['sign-message']}
          onClose={request.uiOptions.isCancellable === false ? null : dismiss}
          props={{ request }}
          title={say('sign.title')}
        />
      )
    case 'sign-typed-data':
      return approval(WALLET_SCREENS['sign-typed-data'], request, dismiss)
    case 'sign-transaction':
      return approval(WALLET_SCREENS['sign-transaction'], request, dismiss)
    case 'send-transaction':
    case 'send-calls':
      return approval(WALLET_SCREENS['send-transaction'], request, dismiss)
    case 'sign-authorization':
      return approval(WALLET_SCREENS['sign-authorization'], request, dismiss)
    case 'watch-asset':
      return (
        <LazyScreen load={loadWatchAsset} onClose={dismiss} props={{ request }} title={say('asset.title')} />
      )
    case 'show-calls':
      return (
        <LazyScreen load={loadShowCalls} onClose={dismiss} props={{ request }} title={say('calls.title')} />
      )
    case 'solana-transaction':
      return approval(loadSolanaTransaction, request, dismiss)
  }
}

/** Chain code comes with these: none of it is fetched before somebody asks for one. */
function approval<Request extends ApprovalRequest>(
  load: () => Promise<ComponentType<{ request: Request }>>,
  request: Request,
  dismiss: () => void,
) {
  return (
    <LazyScreen
      load={load}
      onClose={request.uiOptions.isCancellable === false ? null : dismiss}
      props={{ request }}
      title={say('approval.windowTitle')}
    />
  )
}
