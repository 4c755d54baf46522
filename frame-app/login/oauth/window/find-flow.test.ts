// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { findFlow } from './find-flow.ts'
import { noteStateHere, remember } from './memory.ts'
import { readReturned } from './read-answer.ts'

const [STATE, OTHER] = ['s'.repeat(48), 'x'.repeat(48)]
const flow = (provider: string) => ({ appId: 'app_1', appName: 'Shop', provider, redirectTo: null })
const find = (search: string) => findFlow(window, readReturned(search, ''))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** The start page, in this window. */
function leaveForApple(state = STATE) {
  remember(localStorage, state, flow('icloud'))
  noteStateHere(sessionStorage, state)
}

it('finds a login by the state that it comes back with', () => {
  remember(localStorage, STATE, flow('google'))
  expect(find(`?code=c&state=${STATE}`)).toEqual({ state: STATE, flow: flow('google') })
  expect(find(`?code=c&state=${STATE}`)).toBeNull()
})

it('finds what this window went to Apple for without one, once', () => {
  leaveForApple()
  expect(find('?ckWebAuthToken=t')).toEqual({ state: STATE, flow: flow('icloud') })
  expect(find('?ckWebAuthToken=t')).toBeNull()
})

it('takes no token in a window that went nowhere, or with a state that somebody wrote', () => {
  remember(localStorage, STATE, flow('icloud'))
  expect(find('?ckWebAuthToken=t')).toBeNull()
  expect(find(`?ckWebAuthToken=t&state=${STATE}`)).toBeNull()
  expect(findFlow(window, { state: STATE, isWebAuthToken: true })).toBeNull()
})

it('goes by the window’s own state, whatever the address says', () => {
  remember(localStorage, OTHER, flow('google'))
  leaveForApple()
  expect(find(`?ckWebAuthToken=t&state=${OTHER}`)?.state).toBe(STATE)
})

it('takes a token for no login, and a code for no iCloud', () => {
  remember(localStorage, STATE, flow('google'))
  noteStateHere(sessionStorage, STATE)
  expect(find('?ckWebAuthToken=t')).toBeNull()
  leaveForApple()
  expect(find(`?code=c&state=${STATE}`)).toBeNull()
})
