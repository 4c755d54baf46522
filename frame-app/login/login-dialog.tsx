import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { useCallback, useEffect, useState } from 'react'
import { mustAcceptTerms } from '../entry/must-accept-terms.ts'
import type { Failure } from '../flow/failure.ts'
import { useStore } from '../flow/use-flow.ts'
import type { Kernel } from '../kernel/ports.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { Success } from '../ui/success.tsx'
import { startCreateFlow } from '../wallet/create/flow.ts'
import { WALLET_SCREENS } from '../wallet/registry.ts'
import { say } from '../words/say.ts'
import type { LoginRequest } from './login-method.ts'
import { LoginMethods } from './login-methods.tsx'

const loadBarred = async () => (await import('../entry/barred-screen.tsx')).BarredScreen
const loadTerms = async () => (await import('../entry/terms-screen.tsx')).TermsScreen

type Result = FrameResult<'login'>
type Stage =
  | { readonly at: 'methods' }
  | { readonly at: 'barred'; readonly failure: Failure }
  | { readonly at: 'terms'; readonly result: Result }
  /** The screen before stays while the wallet is quick. */
  | { readonly at: 'wallets'; readonly result: Result; readonly after: 'methods' | 'terms' }

/** Who is logged in and asked again has something left to accept. */
function firstStage(kernel: Kernel): Stage {
  const session = kernel.session.get()
  return session.status === 'authenticated' && mustAcceptTerms(kernel.config.get(), session.user)
    ? { at: 'terms', result: alreadyAuthenticated(session.user) }
    : { at: 'methods' }
}

/** From the landing through the chosen method, the rules of entry and the wallets that a login creates to the tick. */
export function LoginDialog({ request }: { request: LoginRequest }) {
  const kernel = useKernel()
  const [stage, setStage] = useState(() => firstStage(kernel))
  const [wallets] = useState(() => startCreateFlow(kernel.operations))
  const creation = useStore(wallets)
  useEffect(() => wallets.stop, [wallets])

  const createWallets = (result: Result, after: 'methods' | 'terms') => {
    setStage({ at: 'wallets', result, after })
    wallets.send({ type: 'start' })
  }
  const onAuthenticated = (result: Result) =>
    mustAcceptTerms(kernel.config.get(), result.user)
      ? setStage({ at: 'terms', result })
      : createWallets(result, 'methods')
  const dismiss = useCallback(() => kernel.screens.dismiss(request), [kernel, request])

  /** The session exists from the result on, whatever becomes of the wallet: leaving is then no aborted login. */
  const finish = () => {
    if (stage.at !== 'wallets') return dismiss()
    const session = kernel.session.get()
    const user = session.status === 'authenticated' ? session.user : stage.result.user
    kernel.screens.resolve(request, { ...stage.result, user })
  }

  if (stage.at === 'barred') {
    const { code, message } = stage.failure
    const leave = () => kernel.screens.reject(request, code, message)
    const onBack = () => setStage({ at: 'methods' })
    return (
      <LazyScreen
        load={loadBarred}
        onClose={leave}
        props={{ failure: stage.failure, onBack, onClose: leave }}
        title={say('allowlist.title')}
      />
    )
  }
  if (stage.at === 'wallets' && creation.status === 'done')
    return (
      <Success onEnd={finish} title={say(stage.result.isNewUser ? 'login.successNew' : 'login.success')} />
    )
  if (creation.status === 'failed' || (creation.status === 'creating' && creation.isSlow))
    return (
      <LazyScreen
        load={WALLET_SCREENS.create}
        onClose={finish}
        props={{ flow: wallets, onLater: finish }}
        title={say('wallet.create.title')}
      />
    )
  if (stage.at === 'terms' || (stage.at === 'wallets' && stage.after === 'terms')) {
    const onAccepted = () => {
      if (stage.at === 'terms') createWallets(stage.result, 'terms')
    }
    return (
      <LazyScreen
        load={loadTerms}
        onClose={null}
        props={{ onAccepted, onDeclined: dismiss }}
        title={say('terms.title')}
      />
    )
  }
  return (
    <LoginMethods
      onAuthenticated={onAuthenticated}
      onBarred={failure => setStage({ at: 'barred', failure })}
      onClose={finish}
      request={request}
    />
  )
}
