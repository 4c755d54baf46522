import { useLogin, useLogout, useUser } from '@vitrine/host-sdk/react'
import { useState } from 'react'

export function Header() {
  const { authenticated } = useUser()
  const [greeting, setGreeting] = useState('')
  const login = useLogin({
    onSuccess: ({ isNewUser }) => setGreeting(isNewUser ? 'Welcome.' : 'Welcome back.'),
    onError: error => setGreeting(`Not logged in: ${error.message}`),
  })
  const logout = useLogout({
    onSuccess: () => {
      setGreeting('You are logged out.')
      // Our own session ends, too.
      return fetch('/api/vitrine/logout', { method: 'POST' })
    },
  })

  return (
    <header>
      <strong>Halden</strong>
      <span role="status">{greeting}</span>
      {authenticated ? (
        <button type="button" onClick={() => logout.mutate()}>
          Log out
        </button>
      ) : (
        <button type="button" onClick={() => login.mutate()}>
          Log in
        </button>
      )}
    </header>
  )
}
