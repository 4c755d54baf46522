import type { User, Vitrine } from '@vitrine/host-sdk'

/** Of whom our server was told. After another login the user is another object. */
let told: { readonly user: User | null; readonly login: Promise<unknown> } | undefined

/** Asks our own server, which knows the person by its own cookie. It gets that for a login code, which works once. */
export async function askBackend(vitrine: Vitrine, path: string): Promise<Response> {
  const { user } = vitrine.state
  if (told?.user !== user) told = { user, login: logIn(vitrine) }
  await told.login
  return fetch(path)
}

async function logIn(vitrine: Vitrine) {
  try {
    const code = await vitrine.getLoginCode()
    await fetch('/api/vitrine/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
  } catch (error) {
    // The next call tries again.
    told = undefined
    throw error
  }
}
