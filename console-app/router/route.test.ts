import { expect, it } from 'vitest'
import { hrefOf, type Route, readRoute } from './route.ts'

it.each<[string, Route]>([
  ['/', { at: 'apps' }],
  ['/apps', { at: 'apps' }],
  ['/status', { at: 'status' }],
  ['/audit', { at: 'audit' }],
  ['/enrol', { at: 'enrol' }],
  ['/apps/app_1', { at: 'section', appId: 'app_1', section: 'config' }],
  ['/apps/app_1/webhooks', { at: 'section', appId: 'app_1', section: 'webhooks' }],
  ['/apps/app_1/users/u%2F1', { at: 'user', appId: 'app_1', userId: 'u/1' }],
  ['/apps/app_1/audit/u1', { at: 'unknown' }],
  ['/apps/app_1/constructor', { at: 'unknown' }],
  ['/apps/app_1/users/u/more', { at: 'unknown' }],
  ['/%E0%A4%A', { at: 'unknown' }],
  ['/nothing', { at: 'unknown' }],
])('reads %s', (pathname, route) => {
  expect(readRoute(pathname)).toEqual(route)
})

it('finds every screen again by its address', () => {
  const routes: Route[] = [
    { at: 'apps' },
    { at: 'status' },
    { at: 'section', appId: 'a/b', section: 'users' },
    { at: 'user', appId: 'app_1', userId: '../x' },
  ]
  for (const route of routes) expect(readRoute(hrefOf(route))).toEqual(route)
})
