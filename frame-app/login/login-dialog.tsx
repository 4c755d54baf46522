import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { LOGIN_METHODS } from '@vitrine/shared/login/registry.ts'
import { useEffect, useState } from 'react'
import { useStore } from '../flow/use-flow.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { Success } from '../ui/success.tsx'
import { startCreateFlow } from '../wallet/create/flow.ts'
import { WALLET_SCREENS } from '../wallet/registry.ts'
import { say } from '../words/say.ts'
import { activeMethod } from './active-method.ts'
import { Landing } from './landing.tsx'
import type { LoginRequest } from './login-method.ts'
import { LOGIN_VIEWS } from './registry.ts'

/** From the landing through the chosen method and the wallets that a login creates to the tick. */
export function LoginDialog({ request }: { request: LoginRequest }) {
  const kernel = useKernel()
  const [result, setResult] = useState<FrameResult<'login'> | null>(null)
  const [{ methods, active, wallets }] = useState(() => {
    const asked: readonly string[] = request.options.loginMethods ?? LOGIN_METHODS
    const wallets = startCreateFlow(kernel.operations)
    const onAuthenticated = (authenticated: FrameResult<'login'>) => {
      setResult(authenticated)
      wallets.send({ type: 'start' })
    }
    const methods = LOGIN_METHODS.filter(slug => asked.includes(slug)).map(slug =>
      LOGIN_VIEWS[slug].open({ kernel, request, onAuthenticated }),
    )
    return { methods, active: activeMethod(methods), wallets }
  })
  const method = useStore(active)
  const creation = useStore(wallets)

  useEffect(
    () => () => {
      wallets.stop()
      for (const open of methods) open.close()
    },
    [methods, wallets],
  )

  /** The session exists from `result` on, whatever becomes of the wallet: leaving is then no aborted login. */
  const finish = () => {
    if (result === null) return kernel.screens.dismiss(request)
    const session = kernel.session.get()
    const user = session.status === 'authenticated' ? session.user : result.user
    kernel.screens.resolve(request, { ...result, user })
  }

  if (result !== null && creation.status === 'done')
    return <Success onEnd={finish} title={say(result.isNewUser ? 'login.successNew' : 'login.success')} />
  if (creation.status === 'failed' || (creation.status === 'creating' && creation.isSlow))
    return (
      <LazyScreen
        load={WALLET_SCREENS.create}
        onClose={finish}
        props={{ flow: wallets, onLater: finish }}
        title={say('wallet.create.title')}
      />
    )
  return method ? <method.Card onClose={finish} /> : <Landing methods={methods} onClose={finish} />
}
