// @vitest-environment jsdom
import type { ActivityItem } from '@vitrine/shared/api/activity.ts'
import { EVENT_TYPES } from '@vitrine/shared/api/activity.ts'
import { describe, expect, it } from 'vitest'
import { apiError } from '../../../http/http-error.ts'
import { click, control, hasButton, pressGuarded, until, useBrowser } from '../../../ui/testing/dom.ts'
import { fakeCalls } from '../../../ui/testing/fake-kernel.ts'
import { en } from '../../../words/en.ts'
import { openAccount as open, shownNews } from '../testing/open-account.ts'
import { sayEvent } from './event-words.ts'
import { sayAgo } from './say-ago.ts'
// Ahead: a part of the account that comes when it is asked for would be a part of each test's time.
import './end-session-screen.tsx'
import './history.tsx'

const reads = (text: string) => until(() => expect(document.body.textContent).toContain(text))
const press = (name: string) => click(control('button', name))

const session = {
  ...{ id: `session_${'a'.repeat(32)}`, made_with: 'Firefox · Android', network: '203.0.113.x' },
  place: 'Berlin, Germany',
  ...{ created_at: 0, used_at: Date.now() - 7_200_000, is_current: false, held_until: null },
}
const here = {
  ...session,
  place: undefined,
  id: `session_${'b'.repeat(32)}`,
  made_with: null,
  is_current: true,
}

const item = (id: number, more: Partial<ActivityItem> = {}): ActivityItem => ({
  ...{ id, type: 'user.authenticated', at: Date.now(), made_with: 'Chrome · Linux', network: null },
  ...{ is_here: false, data: { account: { type: 'email', name: 'a•••@mail.example' } } },
  ...more,
})

function serverWith(pages: Record<string, { items: readonly ActivityItem[]; next: string | null }> = {}) {
  let left = [here, session]
  const ended: object[] = []
  const calls = fakeCalls({
    async getAuthorized(path, answer) {
      return answer.parse(
        path === '/sessions/list' ? { sessions: left } : (pages[path] ?? { items: [], next: null }),
      )
    },
    async postAuthorized(path, body, answer) {
      if (path !== '/sessions/end')
        return answer.parse({ is_required: false, ways: [], held_until: null, held: [] })
      ended.push(body)
      left = [here]
      return answer.parse({ sessions: left })
    },
  })
  return { calls, ended }
}

describe('devices', () => {
  useBrowser()

  it('are shown with what, where and when, and this one cannot be signed out here', async () => {
    await open({ operations: { calls: serverWith().calls }, part: 'devices' })
    await reads('Firefox · Android')
    const text = document.body.textContent
    expect(text).toContain('Berlin, Germany')
    expect(text).toContain(en['devices.unknownPlace'])
    expect(text).not.toContain('203.0.113')
    expect(text).toContain('Used 2 hours ago')
    expect(text).toContain(en['devices.unknown'])
    expect(text).toContain(en['devices.this'])
    expect(document.querySelectorAll('button[aria-label^="Sign out"]')).toHaveLength(1)
  })

  it('are signed out by a press that is guarded, on a screen of its own', async () => {
    const { calls, ended } = serverWith()
    await open({ operations: { calls }, part: 'devices' })
    await until(() => expect(hasButton('Sign out Firefox · Android')).toBe(true))
    await press('Sign out Firefox · Android')
    await reads(en['devices.signOutSentence'])
    await press(en['devices.signOut'])
    expect(ended).toEqual([])
    await pressGuarded(en['devices.signOut'])
    await until(() => expect(shownNews()).toBe('Firefox · Android was signed out.'))
    expect(ended).toEqual([{ session_id: session.id }])
    await until(() => expect(hasButton('Sign out Firefox · Android')).toBe(false))
  })

  it('that cannot be read say so, and are asked for again', async () => {
    let fails = true
    const { calls } = serverWith()
    const failing = fakeCalls({
      ...calls,
      async getAuthorized(path, answer, signal) {
        if (fails && path === '/sessions/list')
          throw apiError(503, { code: 'service_unavailable', error: 'Later.' }, null)
        return calls.getAuthorized(path, answer, signal)
      },
    })
    await open({ operations: { calls: failing }, part: 'devices' })
    await until(() => expect(hasButton(en['action.tryAgain'])).toBe(true))
    fails = false
    await press(en['action.tryAgain'])
    await reads('Firefox · Android')
  })
})

describe('activity', () => {
  useBrowser()

  it('is shown in sentences, three at first, and all of it page by page', async () => {
    const path = '/users/me/activity'
    const first = [5, 4, 3, 2].map(id => item(id))
    const signed = item(1, { type: 'wallet.signed', is_here: true, data: { method: 'personal_sign' } })
    const { calls } = serverWith({
      [path]: { items: first, next: '2' },
      [`${path}?cursor=2`]: { items: [signed], next: null },
    })
    await open({ operations: { calls } })
    await reads('Logged in with a•••@mail.example')
    expect(document.body.textContent?.split('Logged in with')).toHaveLength(4)
    await press(en['activity.all'])
    await until(() => expect(document.body.textContent?.split('Logged in with')).toHaveLength(5))
    await press(en['history.more'])
    await reads(en['history.signedMessage'])
    expect(hasButton(en['history.more'])).toBe(false)
  })

  it('has a sentence for every event, whatever it lacks', () => {
    const sentences = EVENT_TYPES.map(type => sayEvent({ type, data: {} }))
    expect(sentences.filter(sentence => /[{}]|undefined|null/.test(sentence) || sentence === '')).toEqual([])
    expect(new Set(sentences).size).toBe(EVENT_TYPES.length)
    const passkey = { type: 'passkey', name: '•••abcd' }
    expect(sayEvent({ type: 'user.linked_account', data: { account: passkey } })).toBe('Added Passkey')
  })

  it('says when, and never a time to come', () => {
    const now = Date.UTC(2026, 0, 20)
    const ago = (ms: number) => sayAgo(now - ms, now)
    expect([ago(-5_000), ago(59_000), ago(60_000), ago(7_200_000), ago(86_400_000)]).toEqual([
      'now',
      'now',
      '1 minute ago',
      '2 hours ago',
      'yesterday',
    ])
    expect(ago(8 * 86_400_000)).toContain('2026')
  })
})
