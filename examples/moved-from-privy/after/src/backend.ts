import type { Vitrine } from '@vitrine/host-sdk'

/** One login at a time, however many calls wait for it. */
let login: Promise<unknown> | undefined

/** Asks our own server, which knows the person by its own cookie. Who has none gets one for a login code, which works once. */
export async function askBackend(vitrine: Vitrine, path: string): Promise<Response> {
  const answer = await fetch(path)
  if (answer.status !== 401) return answer
  login ??= logIn(vitrine).finally(() => {
    login = undefined
  })
  await login
  return fetch(path)
}

const logIn = async (vitrine: Vitrine) =>
  fetch('/api/vitrine/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: await vitrine.getLoginCode() }),
  })
