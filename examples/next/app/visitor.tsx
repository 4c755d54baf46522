'use client'

import { UserButton, useLogout, useSignMessage, useUser, useWallets } from '@vitrine/host-sdk/react'

/** The entry in the page's bar. Who is logged in opens their account by it. */
export function Entry() {
  const { ready, authenticated } = useUser()
  const logout = useLogout()
  return (
    <div className="actions">
      {authenticated && (
        <button className="quiet" type="button" disabled={logout.isPending} onClick={() => logout.mutate()}>
          Log out
        </button>
      )}
      <UserButton className="quiet" disabled={!ready} />
    </div>
  )
}

/** What the page does with a person's wallet. */
export function Wallet() {
  const { wallets } = useWallets('ethereum')
  const sign = useSignMessage()
  const [wallet] = wallets
  if (!wallet) return null
  return (
    <section className="card" aria-labelledby="wallet">
      <h2 id="wallet">Your wallet</h2>
      <code data-testid="address">{wallet.address}</code>
      <button
        type="button"
        disabled={sign.isPending}
        onClick={() => sign.mutate({ message: 'Hello from Next' })}
      >
        {sign.isPending ? 'Approve in your wallet…' : 'Sign a message'}
      </button>
      {sign.data && (
        <p role="status">
          Signed: <code data-testid="signature">{sign.data.signature}</code>
        </p>
      )}
      {sign.error && <p role="alert">{sign.error.message}</p>}
    </section>
  )
}
