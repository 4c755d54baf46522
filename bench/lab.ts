import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../e2e/fixtures/browser.ts'
import { type Stack, startStack } from '../e2e/fixtures/stack.ts'

/** What a benchmark works with. Whatever it starts is stopped when the benchmark ends, however it ends. */
export interface Lab {
  /** A real Chromium, started at the first call. */
  browser(): Promise<Browser>
  /** Wallet origin, mail and a site in another site, started at the first call. */
  stack(): Promise<Stack>
  /** Remembers how to stop what is being started; last started, first stopped. @returns `starting` */
  keep<T>(starting: Promise<T>, stop: (started: T) => Promise<unknown>): Promise<T>
  /** Stops everything, also what is still starting; a second call does nothing. */
  close(): Promise<void>
}

export function createLab(): Lab {
  const stops: (() => Promise<unknown>)[] = []
  let browser: Promise<Browser> | undefined
  let stack: Promise<Stack> | undefined

  const keep: Lab['keep'] = (starting, stop) => {
    stops.push(() => starting.then(stop, () => undefined))
    return starting
  }
  return {
    keep,
    browser() {
      // Ctrl-C is handled by `main.ts`: Playwright would end the process before the servers have stopped.
      browser ??= keep(
        chromium.launch({ ...launchOptions, handleSIGINT: false, handleSIGTERM: false }),
        started => started.close(),
      )
      return browser
    },
    stack() {
      stack ??= keep(startStack(), started => started.stop())
      return stack
    },
    async close() {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
}
