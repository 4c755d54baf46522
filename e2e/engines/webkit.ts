import { existsSync, readdirSync } from 'node:fs'
import { freePort } from '../fixtures/free-port.ts'
import { asJson, type Engine, fromJson, startProgram, type Where } from './engine.ts'

const NEEDS = 'webkit2gtk-driver xvfb xauth dbus-x11'
/** The key under which WebDriver names an element (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), on a screen that nobody sees. */
export const webkitEngine: Engine = {
  async open() {
    const port = await freePort()
    const driver = await startProgram('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
      needs: NEEDS,
      env: { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    const call = async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
      if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
      return value
    }
    await answers(`http://127.0.0.1:${port}/status`)
    const options = { binary: miniBrowser(), args: ['--automation'] }
    const { sessionId } = await call<{ sessionId: string }>('POST', '', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const send = <T = unknown>(path: string, body: object = {}) =>
      call<T>('POST', `/${sessionId}${path}`, body)

    const own = await call<string>('GET', `/${sessionId}/window`)
    const others = async () =>
      (await call<string[]>('GET', `/${sessionId}/window/handles`)).filter(handle => handle !== own)
    let at: Where = 'page'
    /** Only where it is another: going to the page takes the focus out of the frame. */
    const goTo = async (where: Where) => {
      if (at === where) return
      if (where === 'window') {
        const [popup] = await others()
        if (!popup) throw new Error('There is no window of the wallet')
        await send('/window', { handle: popup })
        at = 'window'
        return
      }
      if (at === 'window') await send('/window', { handle: own })
      await send('/frame', { id: null })
      at = 'page'
      if (where === 'page') return
      await send('/frame', { id: await execute('return document.querySelector("dialog iframe")') })
      at = 'frame'
    }
    const execute = <T>(script: string) => send<T>('/execute/sync', { script, args: [] })
    return {
      async goto(url) {
        await goTo('page')
        await send('/url', { url })
      },
      async run(where, body) {
        await goTo(where)
        const script = `const done = arguments[arguments.length - 1]; ${asJson(body)}.then(done)`
        return fromJson(await send<string>('/execute/async', { script, args: [] }))
      },
      async press(where, element) {
        await goTo(where)
        const origin = await execute<Record<typeof ELEMENT, string>>(element)
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, duration: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        await send('/actions', {
          actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
        })
      },
      async type(text) {
        const actions = [...text].flatMap(key => {
          const value = key === '\n' ? '\uE007' : key
          return [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]
        })
        await send('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      windows: async () => (await others()).length,
      async close() {
        await call('DELETE', `/${sessionId}`)
        await driver.stop()
      },
    }
  },
}

function miniBrowser(): string {
  const lib = '/usr/lib'
  const found = readdirSync(lib)
    .map(folder => `${lib}/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find(path => existsSync(path))
  if (!found)
    throw new Error(`MiniBrowser is missing. Install it: apt-get install --no-install-recommends ${NEEDS}`)
  return found
}

/** Until the driver listens; the test's own limit ends it. */
async function answers(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
