import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { useCallback, useEffect, useState } from 'react'
import { LoginMethods } from '../../login/login-methods.tsx'
import type { LoginRequest } from '../../login-method/login-method.ts'
import { alreadyAuthenticated } from '../../session/already-authenticated.ts'
import { mustAcceptTerms } from '../../session/must-accept-terms.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen, LoadFailed } from '../../ui/lazy-screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import type { Failure } from '../../words/failure.ts'
import { bringLaterWords } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import type { LoginWallets } from './login-wallets.tsx'

const NO_CARD = { get: () => false, subscribe: () => () => {} }

const loadDenied = async () => (await import('./denied-screen.tsx')).DeniedScreen
/** Also called ahead, when the browser is idle. */
export const loadLoginWallets = async () => {
  const [code] = await Promise.all([import('./login-wallets.tsx'), bringLaterWords()])
  return code
}
const loadTerms = async () => (await import('./terms-screen.tsx')).TermsScreen

type Result = FrameResult<'login'>
type Stage =
  | { readonly at: 'methods' }
  | { readonly at: 'denied'; readonly failure: Failure }
  | { readonly at: 'terms'; readonly result: Result }
  /** The screen before stays until the wallets want one. */
  | { readonly at: 'wallets'; readonly result: Result; readonly after: 'methods' | 'terms' | 'session' }
  /** Their code did not come. */
  | { readonly at: 'lost'; readonly result: Result }

/** Of the screens' code on its way; it is usually there. */
const loading = () => new Promise<never>(() => {})

/** Who is logged in and asked again has something left to accept, or a wallet to be made. */
function firstStage(kernel: Kernel): Stage {
  const session = kernel.session.get()
  if (session.status === 'anonymous') return { at: 'methods' }
  const result = alreadyAuthenticated(session.user)
  return mustAcceptTerms(kernel.config.get(), session.user)
    ? { at: 'terms', result }
    : { at: 'wallets', result, after: 'session' }
}

/** From the landing through the chosen method, the rules of entry and the wallets that a login creates to the tick. */
export function LoginDialog({ request }: { request: LoginRequest }) {
  const kernel = useKernel()
  const [stage, setStage] = useState(() => firstStage(kernel))
  const [wallets, setWallets] = useState<LoginWallets | null>(null)
  const isAtWallets = useStore(wallets?.hasCard ?? NO_CARD)
  useEffect(() => wallets?.close, [wallets])

  const dismiss = useCallback(() => kernel.screens.dismiss(request), [kernel, request])

  /** The session exists from the result on, whatever becomes of the wallet: leaving is then no aborted login. */
  const end = (result: Result, stays?: 'stays') => kernel.screens.resolve(request, result, stays)
  const leave = () => (stage.at === 'wallets' || stage.at === 'lost' ? end(stage.result) : dismiss())

  const openWallets = (result: Result) => {
    loadLoginWallets().then(
      ({ openLoginWallets }) => {
        const onMade = () => end(result, 'stays')
        setWallets(openLoginWallets(kernel, result, onMade, () => end(result)))
      },
      () => setStage({ at: 'lost', result }),
    )
  }
  useEffect(() => {
    if (stage.at === 'wallets') openWallets(stage.result)
  }, [])
  const createWallets = (result: Result, after: 'methods' | 'terms') => {
    setStage({ at: 'wallets', result, after })
    openWallets(result)
  }
  const onAuthenticated = (result: Result) =>
    mustAcceptTerms(kernel.config.get(), result.user)
      ? setStage({ at: 'terms', result })
      : createWallets(result, 'methods')

  if (stage.at === 'denied') {
    const { code, message } = stage.failure
    const refuse = () => kernel.screens.reject(request, code, message)
    const onBack = () => setStage({ at: 'methods' })
    return (
      <LazyScreen
        load={loadDenied}
        onClose={refuse}
        props={{ failure: stage.failure, onBack, onClose: refuse }}
        title={say('allowlist.title')}
      />
    )
  }
  if (wallets && isAtWallets) return <wallets.Card onClose={leave} />
  if (stage.at === 'lost') return <LoadFailed onClose={leave} onRetry={() => openWallets(stage.result)} />
  if (stage.at === 'terms' || (stage.at === 'wallets' && stage.after === 'terms')) {
    const onAccepted = () => {
      if (stage.at === 'terms') createWallets(stage.result, 'terms')
    }
    return (
      <LazyScreen
        load={loadTerms}
        // Of the screen's code on its way, or lost: the screen itself declines them.
        onClose={() => void kernel.operations.logout('device').then(dismiss)}
        props={{ onAccepted, onDeclined: dismiss }}
        title={say('terms.title')}
      />
    )
  }
  if (stage.at === 'wallets' && stage.after === 'session')
    return <LazyScreen load={loading} onClose={leave} props={{}} title={kernel.app.name} />
  return (
    <LoginMethods
      onAuthenticated={onAuthenticated}
      onDenied={failure => setStage({ at: 'denied', failure })}
      onClose={leave}
      request={request}
    />
  )
}
