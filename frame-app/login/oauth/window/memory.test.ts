// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { remember, takeRemembered } from './memory.ts'

const state = 's'.repeat(48)
const flow = { appId: 'app_1', appName: 'Shop', provider: 'google', redirectTo: null }
const LATER = 10 * 60_000
const kept = localStorage
afterEach(() => kept.clear())

it('gives back what the browser left for, once', () => {
  remember(kept, state, flow, 1_000)
  expect(takeRemembered(kept, state, 1_000 + LATER)).toEqual(flow)
  expect(takeRemembered(kept, state, 1_000)).toBeNull()
})

it.each([
  ['another state', 'x'.repeat(48), 0],
  ['no state', '', 0],
  ['a flow that is over', state, LATER + 1],
])('knows nothing of %s', (_, asked, after) => {
  remember(kept, state, flow, 1_000)
  expect(takeRemembered(kept, asked, 1_000 + after)).toBeNull()
})

it('takes nothing that is not its own', () => {
  kept.setItem(`vitrine:oauth_flow:${state}`, '{"appId":1}')
  expect(takeRemembered(kept, state, 0)).toBeNull()
})

it('clears away what is over', () => {
  remember(kept, state, flow, 0)
  kept.setItem('other', 'stays')
  remember(kept, 'x'.repeat(48), flow, LATER + 1)
  expect(kept.getItem(`vitrine:oauth_flow:${state}`)).toBeNull()
  expect(kept.getItem('other')).toBe('stays')
})
