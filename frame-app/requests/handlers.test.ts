import { METHOD_POLICIES } from '@vitrine/shared/bridge/policies.ts'
import { describe, expect, it, vi } from 'vitest'
import type { HandlerContext } from './context.ts'
import { createRequestHandlers } from './handlers.ts'
import { REQUESTS } from './registry.ts'

const pages = Object.values(REQUESTS).flatMap(kind => ('page' in kind && kind.page ? [kind.page] : []))

describe.each(pages.map(page => [page.method, page] as const))('%s', (method, { handler }) => {
  it('is for who is logged in, or has a wallet to sign with or connects one, and ends with a screen', () => {
    const signs = /^(?:sign|send)/.test(method)
    const needsSession = method === 'connectWallet' ? false : signs ? 'or-wallet' : true
    expect(METHOD_POLICIES[method]).toMatchObject({ needsSession, needsScreen: true })
  })

  it('has a handler that comes when it is called', async () => {
    expect(await handler()).toBeTypeOf('function')
  })
})

it('no method asks for two kinds, and each is served', () => {
  const methods = pages.map(({ method }) => method)
  expect(new Set(methods).size).toBe(methods.length)
  expect(Object.keys(createRequestHandlers({} as HandlerContext)).sort()).toEqual(methods.sort())
})

it('gives a handler the context and the call, and the page what it answers', async () => {
  const show = vi.fn(async () => undefined)
  const handlers = createRequestHandlers({ screens: { show } } as unknown as HandlerContext)
  expect(await handlers.openAccount({ screen: 'receive' })).toBeUndefined()
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'account', part: 'receive' })
})
