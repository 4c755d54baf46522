import type { Vitrine } from '@vitrine/host-sdk'

/** Asks our own server, which knows the person by its own cookie. Who has none gets one for a login code, which works once. */
export async function askBackend(vitrine: Vitrine, path: string): Promise<Response> {
  const answer = await fetch(path)
  if (answer.status !== 401) return answer
  await fetch('/api/vitrine/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: await vitrine.getLoginCode() }),
  })
  return fetch(path)
}
