import { usePrivy } from '@privy-io/react-auth'
import { Account } from './account.tsx'
import { Header } from './header.tsx'
import { Orders } from './orders.tsx'
import { Wallet } from './wallet.tsx'

export function App() {
  const { ready, authenticated, user } = usePrivy()

  if (!ready) return <p className="loading">One moment…</p>
  return (
    <>
      <Header />
      <main>
        <h1>Lamps that last</h1>
        {authenticated && user ? (
          <>
            <Wallet />
            <Orders />
            <Account user={user} />
          </>
        ) : (
          <p>Log in to see your orders.</p>
        )}
      </main>
    </>
  )
}
