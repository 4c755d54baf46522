import { UserButton, useLogin, useVitrine, useWallets, VitrineProvider } from '@vitrine/host-sdk/react'
import type { ReactNode } from 'react'

function Account() {
  const { ready, user } = useVitrine()
  const { wallets } = useWallets('ethereum')
  const { mutate, isPending } = useLogin({ onSuccess: ({ isNewUser }) => console.log(isNewUser) })
  if (!ready) return null
  if (user) return <UserButton title={wallets[0]?.address ?? user.id} />
  return (
    <button type="button" disabled={isPending} onClick={() => mutate()}>
      Log in
    </button>
  )
}

export const App = ({ children }: { children: ReactNode }) => (
  <VitrineProvider appId="app_1" walletOrigin="https://wallet.example">
    <Account />
    {children}
  </VitrineProvider>
)

// @ts-expect-error: it is `ethereum`
export const useMisspeltChain = () => useWallets('etherum')
