import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { asJson, type Engine, fromJson, startProgram, type Where } from './engine.ts'

interface Context {
  readonly context: string
  readonly url: string
  readonly children: readonly Context[]
}

/** Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks itself. */
export const firefoxEngine: Engine = {
  async open(wallet) {
    const profile = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'))
    const firefox = await startProgram(
      process.env.FIREFOX_PATH ?? 'firefox-esr',
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { needs: 'firefox-esr' },
    )
    const [, address] = await firefox.printed(/WebDriver BiDi listening on (ws:\/\/\S+)/)
    const { send, close } = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    const [tab] = (await send<{ contexts: Context[] }>('browsingContext.getTree', {})).contexts
    if (!tab) throw new Error('Firefox has no tab')

    const others = async () =>
      (await send<{ contexts: Context[] }>('browsingContext.getTree', {})).contexts.filter(
        ({ context }) => context !== tab.context,
      )
    const contextOf = async (where: Where): Promise<string> => {
      if (where === 'page') return tab.context
      if (where === 'window') {
        const [popup] = await others()
        if (!popup) throw new Error('There is no window of the wallet')
        return popup.context
      }
      const { contexts } = await send<{ contexts: Context[] }>('browsingContext.getTree', {
        root: tab.context,
      })
      const frame = contexts[0]?.children.find(({ url }) => url.startsWith(wallet))
      if (!frame) throw new Error('There is no frame of the wallet')
      return frame.context
    }
    const evaluate = async (context: string, expression: string) => {
      const answer = await send<{
        readonly result: { readonly value: string; readonly sharedId?: string }
        readonly exceptionDetails?: { readonly text: string }
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return answer.result
    }
    return {
      async goto(url) {
        await send('browsingContext.navigate', { context: tab.context, url, wait: 'complete' })
      },
      run: async (where, body) => fromJson((await evaluate(await contextOf(where), asJson(body))).value),
      async press(where, element) {
        const context = await contextOf(where)
        const { sharedId } = await evaluate(context, `(() => { ${element} })()`)
        const origin = { type: 'element', element: { sharedId } }
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
      },
      async type(text) {
        const actions = [...text].flatMap(key => {
          const value = key === '\n' ? '\uE007' : key
          return [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]
        })
        await send('input.performActions', {
          context: await contextOf('frame'),
          actions: [{ type: 'key', id: 'keyboard', actions }],
        })
      },
      windows: async () => (await others()).length,
      async close() {
        close()
        await firefox.stop()
        await rm(profile, { recursive: true, force: true })
      },
    }
  },
}

/** Commands over one socket, each answered by its id. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let last = 0
  socket.on('message', data => {
    const { id, result, error, message } = JSON.parse(data.toString())
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return {
    send: <T = unknown>(method: string, params: object) =>
      new Promise<T>((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve: result => resolve(result as T), reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.terminate(),
  }
}
