import type { AccountReference, User } from '@vitrine/host-sdk'
import { useLink, useMfaEnrollment, useVitrineMutation } from '@vitrine/host-sdk/react'

export function Account({ user }: { user: User }) {
  const unlink = useVitrineMutation((vitrine, account: AccountReference) => vitrine.unlink(account))
  const link = useLink()
  const enrollMfa = useMfaEnrollment()
  const { email, google, mfaMethods } = user

  return (
    <section aria-labelledby="account">
      <h2 id="account">Your account</h2>
      {email ? (
        <p>
          {email.address}{' '}
          <button type="button" onClick={() => unlink.mutate({ type: 'email', address: email.address })}>
            Remove
          </button>
        </p>
      ) : (
        <button type="button" onClick={() => link.mutate('email')}>
          Add an email address
        </button>
      )}
      {!google && (
        <button type="button" onClick={() => link.mutate('google')}>
          Add Google
        </button>
      )}
      <button type="button" onClick={() => link.mutate('passkey')}>
        Add a passkey
      </button>
      {mfaMethods.length === 0 && (
        <button type="button" onClick={() => enrollMfa.mutate()}>
          Add a second step
        </button>
      )}
    </section>
  )
}
