import { act } from 'react'
import { vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import { fakeCalls } from '../../ui/testing/fake-kernel.ts'

export const SEALED = `v1.${'a'.repeat(120)}`
export const TOKEN = 'token-of-the-person'

interface Sent {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The server of a cloud's flow, as far as the frame sees it, and the window in which a person allows it. */
export function cloudServer(own: Partial<Calls> = {}) {
  const sent: Sent[] = []
  const grants: unknown[] = []
  const calls = fakeCalls({
    async postAuthorized(path, body, answer) {
      sent.push({ path, body: { ...body } })
      if (path === '/step_up/ways') return answer.parse({ is_required: false, ways: [], held_until: null })
      return answer.parse({ url: 'https://cloud.example/', signature: 'signed' })
    },
    post: async (_path, _body, answer) => answer.parse({ answer: null }),
    async cloudToken(grant) {
      grants.push(grant)
      return TOKEN
    },
    ...own,
  })
  return { calls, sent, grants }
}

/** Stands for the windows that the browser opens. @param isBlocked it opens none */
export function useWindows(isBlocked = false) {
  const popup = { closed: false, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (popup as unknown as Window))
  return {
    popup,
    open,
    /** The window is back with this answer. */
    async comeBack(sent: readonly Sent[], answer: string) {
      const state = sent.findLast(({ path }) => path.startsWith('/recovery/oauth/init'))?.body.state_code
      const data = { to: 'vitrine:oauth-frame', state, answer }
      const message = Object.assign(new Event('message'), { source: popup, origin: location.origin, data })
      await act(async () => window.dispatchEvent(message))
    },
  }
}
