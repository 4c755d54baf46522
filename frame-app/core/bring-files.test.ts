// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bringFiles, fetchSoon } from './bring-files.ts'

const asked: string[] = []
/** What the network does with a file. */
let answer: (path: string) => Promise<Response>
let count = 0
/** A file that no other test has asked for. */
const file = (end = 'js') => `assets/file-${count++}.${end}`

beforeEach(() => {
  asked.length = 0
  answer = async () => new Response('export {}')
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return answer(path)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

it('imports once every file is here, to its end', async () => {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  answer = async () => new Response(body.readable)
  const load = vi.fn(async () => 'module')
  const path = file()
  const brought = bringFiles(load, [path])
  await vi.waitFor(() => expect(asked).toEqual([`/${path}`]))
  expect(load).not.toHaveBeenCalled()
  await body.writable.close()
  expect(await brought).toBe('module')
})

it.each<[string, () => Promise<Response>]>([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server has no such file', async () => new Response('', { status: 404 })],
  [
    'the body breaks off',
    async () => new Response(new ReadableStream({ start: body => body.error(new TypeError('broken')) })),
  ],
])('imports nothing where %s, and the next call asks again', async (_, failing) => {
  const honest = answer
  const load = vi.fn(async () => 'module')
  const paths = [file()]
  answer = failing
  await expect(bringFiles(load, paths)).rejects.toThrow(TypeError)
  expect(load).not.toHaveBeenCalled()
  answer = honest
  expect(await bringFiles(load, paths)).toBe('module')
  expect(asked).toHaveLength(2)
})

it('asks once for what several need, also where it was asked for as of later use', async () => {
  const [shared, own] = [file(), file()]
  fetchSoon(`/${shared}`)
  await Promise.all([bringFiles(async () => 1, [shared]), bringFiles(async () => 2, [shared, own])])
  expect(asked).toEqual([`/${shared}`, `/${own}`])
})

it('does not ask for what the document names', async () => {
  const [script, preloaded] = [file(), file()]
  document.head.innerHTML = `<link rel="modulepreload" href="/${preloaded}">`
  const named = document.createElement('script')
  named.type = 'module'
  named.setAttribute('src', `/${script}`)
  document.head.append(named)
  expect(await bringFiles(async () => 'module', [script, preloaded])).toBe('module')
  expect(asked).toEqual([])
})

it('asks for nothing where the bundler names nothing', async () => {
  expect(await bringFiles(async () => 'module')).toBe('module')
  expect(asked).toEqual([])
})

it('applies a style sheet before it imports, and adds it anew where it did not come', async () => {
  const load = vi.fn(async () => 'module')
  const path = file('css')
  const sheets = () => [
    ...document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href="/${path}"]`),
  ]
  const first = bringFiles(load, [path])
  sheets()[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow(TypeError)
  expect(sheets()).toEqual([])
  const second = bringFiles(load, [path])
  expect(load).not.toHaveBeenCalled()
  sheets()[0]?.dispatchEvent(new Event('load'))
  expect(await second).toBe('module')
  expect(await bringFiles(load, [path])).toBe('module')
  expect(sheets()).toHaveLength(1)
})

it('has a style sheet of later use fetched, and does not apply it', () => {
  const path = file('css')
  fetchSoon(`/${path}`)
  expect(asked).toEqual([`/${path}`])
  expect(document.querySelector('link')).toBeNull()
})
