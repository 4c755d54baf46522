// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { handOver, loadPart } from './script-part.ts'

const PINNED = ['vitrine-greeting-abcd1234.js', 'sha384-abc'] as const
const load = (nonce?: string) => {
  const part = loadPart('https://wallet.example', PINNED, nonce)
  part.catch(() => {})
  return part
}
const element = () => {
  const script = document.head.querySelector('script')
  if (!script) throw new Error('No script was appended')
  return script
}
/** The browser could not get it, or its hash does not fit. */
const fail = async () => {
  const script = element()
  script.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(script.isConnected).toBe(false))
  await Promise.resolve()
}
/** The file runs, as the browser runs a script whose hash fits. */
const run = (part: object) => {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element())
  handOver(part)
}

afterEach(() => {
  document.head.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('names the one content that may run, and compares it across origins', () => {
  load()
  expect(element()).toMatchObject({
    src: 'https://wallet.example/vitrine-greeting-abcd1234.js',
    integrity: 'sha384-abc',
    // The same as `anonymous` (HTML, "CORS settings attribute").
    crossOrigin: '',
  })
})

it('resolves with what the file hands over, and leaves no element behind', async () => {
  const part = load()
  const handed = { greet: () => 'hello' }
  run(handed)
  expect(await part).toBe(handed)
  expect(document.head.children).toHaveLength(0)
})

it('gives each of two the part that it asked for', async () => {
  const first = load()
  const one = element()
  const second = load()
  const [, two] = document.head.querySelectorAll('script')
  for (const [script, name] of [
    [two, 'two'],
    [one, 'one'],
  ] as const) {
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script ?? null)
    handOver({ name })
  }
  expect(await Promise.all([first, second])).toEqual([{ name: 'one' }, { name: 'two' }])
})

it('asks once more for a file that did not come', async () => {
  const part = load()
  await fail()
  run({ name: 'second' })
  expect(await part).toEqual({ name: 'second' })
})

it('rejects with what to look at when the file does not come, twice, or is another', async () => {
  const part = load()
  await fail()
  await fail()
  await expect(part).rejects.toMatchObject({
    name: 'VitrineError',
    code: 'configuration_error',
    message: expect.stringMatching(/vitrine-greeting-abcd1234\.js did not load: CSP script-src https:/),
  })
  expect(document.head.children).toHaveLength(0)
})

it.each([['n0nce'], [undefined]])('carries the nonce of the first script on: %s', nonce => {
  load(nonce)
  expect(element().nonce).toBe(nonce ?? '')
})

it('has the address of every part trusted by one policy, whose name a page may let be taken only once', async () => {
  vi.resetModules()
  const { loadPart: loadFresh } = await import('./script-part.ts')
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => {
    if (createPolicy.mock.calls.length > 1) throw new TypeError('Policy with name "vitrine" already exists')
    return { createScriptURL: (url: string) => `${rules.createScriptURL(url)}#trusted` }
  })
  vi.stubGlobal('trustedTypes', { createPolicy })
  for (const file of ['greeting.js', 'solana.js'])
    loadFresh('https://wallet.example', [file, PINNED[1]]).catch(() => {})
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('vitrine', expect.anything())
  expect([...document.head.querySelectorAll('script')].map(({ src }) => src)).toEqual([
    'https://wallet.example/greeting.js#trusted',
    'https://wallet.example/solana.js#trusted',
  ])
})

it('names trusted-types where the page requires them and permits no policy of ours', async () => {
  vi.resetModules()
  const { loadPart: loadFresh } = await import('./script-part.ts')
  vi.stubGlobal('trustedTypes', {
    createPolicy: () => {
      throw new TypeError('disallowed by CSP')
    },
  })
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(() => {
    throw new TypeError('requires TrustedScriptURL')
  })
  await expect(loadFresh('https://wallet.example', PINNED)).rejects.toMatchObject({
    code: 'configuration_error',
    message: expect.stringMatching(
      /vitrine-greeting-abcd1234\.js did not load: CSP trusted-types vitrine\?$/,
    ),
  })
  expect(document.head.children).toHaveLength(0)
})
