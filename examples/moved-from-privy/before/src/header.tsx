import { useLogin, useLogout, usePrivy } from '@privy-io/react-auth'
import { useState } from 'react'

export function Header() {
  const { authenticated } = usePrivy()
  const [greeting, setGreeting] = useState('')
  const { login } = useLogin({
    onComplete: ({ isNewUser }) => setGreeting(isNewUser ? 'Welcome.' : 'Welcome back.'),
    onError: error => setGreeting(`Not logged in: ${error}`),
  })
  const { logout } = useLogout({
    onSuccess: () => setGreeting('You are logged out.'),
  })

  return (
    <header>
      <strong>Halden</strong>
      <span role="status">{greeting}</span>
      {authenticated ? (
        <button type="button" onClick={() => logout()}>
          Log out
        </button>
      ) : (
        <button type="button" onClick={() => login()}>
          Log in
        </button>
      )}
    </header>
  )
}
