import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from 'selenium-webdriver/bidi/generated/browser.js'
import { BrowsingContext } from 'selenium-webdriver/bidi/generated/browsing_context.js'
import { Input } from 'selenium-webdriver/bidi/generated/input.js'
import { Script } from 'selenium-webdriver/bidi/generated/script.js'
import { Session } from 'selenium-webdriver/bidi/generated/session.js'
import bidi from 'selenium-webdriver/bidi/index.js'
import {
  asJson,
  type Engine,
  fromJson,
  inView,
  keysOf,
  startProgram,
  type Tab,
  type Where,
} from './engine.ts'

/** Under WebDriver Firefox lets pages open windows without a press, which a user's Firefox does not. */
const PREFERENCES = `user_pref('ui.prefersReducedMotion', 1);
user_pref('dom.disable_open_during_load', true);
`
/** Blocks "all cross-site cookies", as Firefox's settings say: it blocks the storage of frames with them. */
const BLOCK_STORAGE = `user_pref('network.cookie.cookieBehavior', 1);
`

/** Its declarations have the class as a member of the module, which is the class itself. */
const BidiConnection = bidi as unknown as new (
  address: string,
) => { waitForConnection(): Promise<unknown>; close(): Promise<unknown> }

/**
 * Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks itself, so there is no geckodriver
 * between it and selenium-webdriver.
 */
export const firefoxEngine: Engine = {
  async start(wallet) {
    const shared = await startFirefox(PREFERENCES)
    return {
      async device({ storage, windows, hasAuthenticator } = {}) {
        if (hasAuthenticator) throw new Error('Firefox has no virtual authenticator over BiDi.')
        const firefox = storage ? await startFirefox(PREFERENCES + BLOCK_STORAGE) : shared
        const { userContext } = await firefox.browser.createUserContext({})
        if (windows)
          await firefox.script.addPreloadScript({
            functionDeclaration: '() => { window.open = () => null }',
            userContexts: [userContext],
          })
        const tabs: string[] = []
        const opened = async () => {
          const { contexts } = await firefox.contexts.getTree({ maxDepth: 0 })
          return contexts
            .filter(it => it.userContext === userContext && !tabs.includes(it.context))
            .map(it => it.context)
        }
        return {
          async open() {
            const { context } = await firefox.contexts.create({ type: 'tab', userContext })
            tabs.push(context)
            return tabOf(firefox, context, wallet, opened)
          },
          async stop() {
            if (storage) await firefox.stop()
            else await firefox.browser.removeUserContext({ userContext })
          },
        }
      },
      stop: shared.stop,
    }
  },
}

type Firefox = Awaited<ReturnType<typeof startFirefox>>

async function startFirefox(preferences: string) {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const program = await startProgram(
    process.env.FIREFOX_PATH ?? 'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { needs: 'firefox-esr' },
  )
  const [, address] = await program.printed(/WebDriver BiDi listening on (ws:\/\/\S+)/)
  const connection = new BidiConnection(`${address}/session`)
  await connection.waitForConnection()
  // The modules of selenium-webdriver ask a driver for no more than this.
  const driver = {
    getCapabilities: async () => new Map([['webSocketUrl', address]]),
    getBidi: async () => connection,
  }
  await (await Session.create(driver)).new({ capabilities: {} })
  return {
    browser: await Browser.create(driver),
    contexts: await BrowsingContext.create(driver),
    input: await Input.create(driver),
    script: await Script.create(driver),
    async stop() {
      await connection.close()
      await program.stop()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

function tabOf(
  { contexts, input, script }: Firefox,
  tab: string,
  wallet: string,
  opened: () => Promise<readonly string[]>,
): Tab {
  let last: Where = 'page'
  const contextOf = async (where: Where): Promise<string> => {
    last = where
    if (where === 'page') return tab
    if (where === 'window') {
      const [popup] = await opened()
      if (!popup) throw new Error('There is no window of the wallet')
      return popup
    }
    const [page] = (await contexts.getTree({ root: tab })).contexts
    const frame = page?.children?.find(({ url }) => url.startsWith(wallet))
    const found = where === 'frame' ? frame : frame?.children?.[0]
    if (!found) throw new Error(`There is no ${where} of the wallet`)
    return found.context
  }
  const evaluate = async (context: string, expression: string) => {
    const answer = await script.evaluate({ expression, target: { context }, awaitPromise: true })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result as unknown as { readonly value: string; readonly sharedId: string }
  }
  return {
    goto: async url => void (await contexts.navigate({ context: tab, url, wait: 'complete' })),
    show: async () => void (await contexts.activate({ context: tab })),
    run: async (where, body) => fromJson((await evaluate(await contextOf(where), asJson(body))).value),
    async press(where, element) {
      const context = await contextOf(where)
      const { sharedId } = await evaluate(context, `(() => { ${inView(element)} })()`)
      await input.performActions({
        context,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    },
    async type(text) {
      const actions = keysOf(text).flatMap(value => [
        { type: 'keyDown' as const, value },
        { type: 'keyUp' as const, value },
      ])
      // Keys do not cross from a page's process into a frame's, so they go to the document that was looked at last.
      await input.performActions({
        context: await contextOf(last),
        actions: [{ type: 'key', id: 'keyboard', actions }],
      })
    },
    windows: async () => (await opened()).length,
    close: async () => void (await contexts.close({ context: tab })),
  }
}
