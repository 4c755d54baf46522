import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountUndo, UNDO_PATH } from './undo-page.ts'

/** The page, of a server that knows one app. */
async function get(search = '', acceptLanguage = 'en') {
  const server = new Hono()
  mountUndo(server, 'https://wallet.example', async id => {
    if (id === 'app_down') throw new Error('no API process')
    return id === 'app_1' ? '<b>Shop</b>\n' : undefined
  })
  const headers = { 'accept-language': acceptLanguage }
  return (await server.request(UNDO_PATH + search, { headers })).text()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs the page's script on stand-ins for what it asks of a browser, where a test can make a person's click. */
async function open(search = '?token=secret') {
  const html = await get()
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1]
  if (!script) throw new Error('no script')
  const heard = new Map<string, (event: object) => void>()
  const addEventListener = (name: string, listener: (event: object) => void) => heard.set(name, listener)
  const button = { disabled: true, addEventListener }
  const main = { replaceChildren: vi.fn() }
  const outcome = { childNodes: [], querySelector: () => ({ textContent: 'done' }) }
  const document = {
    addEventListener,
    getElementById: (id: string) => (id === 'content' ? main : outcome),
    querySelector: () => button,
  }
  const fetch = vi.fn(async () => ({ json: async () => ({ outcome: 'done' }) }))
  const location = { search }
  runInNewContext(script, {
    ...{ document, addEventListener, fetch, location, setTimeout, clearTimeout, URLSearchParams },
  })
  const happen = (name: string, event: object = {}) => heard.get(name)?.(event)
  return { button, fetch, main, happen }
}

test.each(['focus', 'blur', 'resize', 'pageshow', 'visibilitychange'])(
  'the button is off for 400 ms from when the page is there, and from each %s',
  async name => {
    const { button, happen } = await open()
    vi.advanceTimersByTime(399)
    happen(name)
    vi.advanceTimersByTime(399)
    expect(button.disabled).toBe(true)
    vi.advanceTimersByTime(1)
    expect(button.disabled).toBe(false)
    happen(name)
    expect(button.disabled).toBe(true)
  },
)

test('the button takes neither a press that a script makes nor the second of a double click, and a person’s once', async () => {
  const { button, fetch, main, happen } = await open()
  vi.advanceTimersByTime(400)
  happen('click', { isTrusted: false, detail: 1 })
  happen('click', { isTrusted: true, detail: 2 })
  expect(fetch).not.toHaveBeenCalled()
  happen('click', { isTrusted: true, detail: 1 })
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    '/api/v1/account/undo',
    expect.objectContaining({ method: 'POST', body: '{"token":"secret"}' }),
  )
  await vi.waitFor(() => expect(main.replaceChildren).toHaveBeenCalledOnce())
  happen('focus')
  vi.advanceTimersByTime(400)
  expect(button.disabled).toBe(true)
})

test('names the app whose account it is, as its operator does, and sends which it named', async () => {
  expect(await get('?token=secret&app=app_1')).toContain('Your account at &lt;b&gt;Shop&lt;/b&gt;</strong>')
  expect(await get('?token=secret&app=app_1', 'ar')).toContain('\u2068&lt;b&gt;Shop&lt;/b&gt;\u2069')
  const { fetch, happen } = await open('?token=secret&app=app_1')
  vi.advanceTimersByTime(400)
  happen('click', { isTrusted: true, detail: 1 })
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    '/api/v1/account/undo',
    expect.objectContaining({ body: '{"token":"secret","app":"app_1"}' }),
  )
})

test.each(['', '?app=app_x', '?app=app_down', '?app=%3Cscript%3E'])(
  'without an app that there is, or that can be asked for, the page is there all the same: %j',
  async search => {
    const html = await get(search)
    expect(html).toContain('Log out all devices and undo it')
    expect(html).not.toContain('Your account at')
    expect(html.match(/<script/g)).toHaveLength(1)
  },
)
