// @vitest-environment jsdom
import { INLINE_PLACE } from '@vitrine/shared/bridge/policies.ts'
import { handlers, LOGIN_RESULT, USER_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dialog } from '../testing/fake-page.ts'
import { VitrineProvider } from './provider.tsx'
import { clearReact, draw, load, OPTIONS, prepareReact, until } from './testing/draw.tsx'
import { VitrineFrame, type VitrineFrameProps } from './vitrine-frame.tsx'

const LOGIN = { type: 'shell', open: true, title: 'Log in', colorScheme: 'light', inline: 480 } as const
const place = () => document.querySelector('main > div')
const tree = (props: VitrineFrameProps | null) => (
  <VitrineProvider {...OPTIONS}>{props && <VitrineFrame {...props} />}</VitrineProvider>
)
const loggedIn = async () => ({
  ...(await handlers().hello({} as never)),
  state: { authenticated: true, user: USER_FIXTURE, wallets: [] },
})

/** What the frame is told of the place, and what it answers. */
const ethereumRequest = vi.fn((_: { readonly params?: unknown }) => null)
const told = () => ethereumRequest.mock.calls.map(([{ params }]) => params)

beforeEach(() => {
  prepareReact()
  ethereumRequest.mockClear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, child: Node | null) {
      this.insertBefore(node, child)
    },
  })
})
afterEach(async () => {
  await clearReact()
  Reflect.deleteProperty(Element.prototype, 'moveBefore')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('is an empty element on a server, with the room that a login takes', () => {
  expect(renderToString(tree({ show: 'login', className: 'mine' }))).toBe(
    '<div class="mine" style="min-height:520px"></div>',
  )
  expect(renderToString(tree({ style: { width: 400 } }))).toBe('<div style="width:400px"></div>')
})

it('asks for the login once nobody is known to be logged in, and only after the frame knows of the element', async () => {
  const order: string[] = []
  const login = vi.fn(() => {
    order.push('login')
    return LOGIN_RESULT
  })
  ethereumRequest.mockImplementation(({ params }) => {
    order.push(`place ${params}`)
    return null
  })
  await draw(tree({ show: 'login' }))
  load({ login, ethereumRequest })
  await until(() => expect(login).toHaveBeenCalledOnce())
  expect(order).not.toContain('place false')
  expect(order.at(-1)).toBe('login')
  expect(ethereumRequest).toHaveBeenCalledWith({ method: INLINE_PLACE, params: [true] })
})

it('asks for the account of who is logged in where that is wanted, and else for nothing', async () => {
  const asked = { login: vi.fn(() => LOGIN_RESULT), openAccount: vi.fn(() => undefined) }
  const show = await draw(tree({ show: 'login' }))
  load({ hello: loggedIn, ethereumRequest, ...asked })
  await until(() => expect(told()).toContainEqual([true]))
  expect(asked.openAccount).not.toHaveBeenCalled()
  await show(tree({ show: 'account' }))
  await until(() => expect(asked.openAccount).toHaveBeenCalledOnce())
  expect(asked.login).not.toHaveBeenCalled()
})

it('has the dialog in it, and gives it back with its frame before it leaves the page', async () => {
  const show = await draw(tree({}))
  const frame = load({ ethereumRequest })
  await until(() => expect(told()).toContainEqual([true]))
  frame.notify(LOGIN)
  await until(() => expect(dialog()?.parentElement).toBe(place()))
  const removed = vi.fn()
  const observer = new MutationObserver(removed)
  const gone = place() as Element
  observer.observe(document.querySelector('main') as Element, { childList: true })
  await show(tree(null))
  expect(removed).toHaveBeenCalledOnce()
  expect(gone.children).toHaveLength(0)
  expect(dialog()?.parentElement).toBe(document.body)
  await until(() => expect(told().at(-1)).toEqual([false]))
})
