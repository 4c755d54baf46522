import { cookies } from 'next/headers'
import { site } from '../site.ts'
import { Session } from './session.tsx'
import { Entry, Wallet } from './visitor.tsx'

export default async function Page() {
  const user = await site().getUser(await cookies())
  return (
    <>
      <header className="bar">
        <span className="brand">Halden</span>
        <Entry />
      </header>
      <main>
        <h1>Next</h1>
        <p data-testid="greeting">
          {user
            ? `This server knows you: ${user.email?.address ?? user.id}.`
            : 'Log in, and this page’s server knows you by its own cookie.'}
        </p>
        <Session known={user?.id ?? null} />
        <Wallet />
      </main>
    </>
  )
}
