import { type User, useLinkAccount, useMfaEnrollment, usePrivy } from '@privy-io/react-auth'

export function Account({ user }: { user: User }) {
  const { unlinkEmail } = usePrivy()
  const { linkEmail, linkGoogle, linkPasskey } = useLinkAccount()
  const { showMfaEnrollmentModal } = useMfaEnrollment()
  const { email, google, mfaMethods } = user

  return (
    <section aria-labelledby="account">
      <h2 id="account">Your account</h2>
      {email ? (
        <p>
          {email.address}{' '}
          <button type="button" onClick={() => unlinkEmail(email.address)}>
            Remove
          </button>
        </p>
      ) : (
        <button type="button" onClick={() => linkEmail()}>
          Add an email address
        </button>
      )}
      {!google && (
        <button type="button" onClick={() => linkGoogle()}>
          Add Google
        </button>
      )}
      <button type="button" onClick={() => linkPasskey()}>
        Add a passkey
      </button>
      {mfaMethods.length === 0 && (
        <button type="button" onClick={() => showMfaEnrollmentModal()}>
          Add a second step
        </button>
      )}
    </section>
  )
}
