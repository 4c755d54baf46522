import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * A document: the site's, the wallet's in its frame, the one inside that frame that shows and takes secrets, or the one in
 * the window that the wallet has opened.
 */
export type Where = 'page' | 'frame' | 'secrets' | 'window'

/** A tab of a user. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Brings the tab to the front, as a user does who goes back to it. */
  show(): Promise<void>
  /** Runs the body of an async function in a document. @returns its result, which is plain data */
  run<T>(where: Where, body: string): Promise<T>
  /** Presses the one element that the body of a function returns, by a real pointer or finger. */
  press(where: Where, element: string): Promise<void>
  /** Sends real keys to the element with the focus. @param text `\n` is Enter, `\t` is Tab */
  type(text: string): Promise<void>
  /** Counts the windows that pages of this device opened. */
  windows(): Promise<number>
  close(): Promise<void>
}

/** A browser profile: its tabs share storage, and no other device has it. */
export interface Device {
  open(): Promise<Tab>
  stop(): Promise<void>
}

export interface DeviceOptions {
  /** The user blocks storage, so `localStorage` fails in the wallet's frame. */
  readonly storage?: 'blocked'
  /** No window opens, not even by a press. */
  readonly windows?: 'blocked'
  /** It has a fingerprint reader, which takes the user's finger at once. */
  readonly hasAuthenticator?: boolean
  /** Calls of the driver do not count as a press of the user, which those of Playwright do. */
  readonly hasNoPress?: boolean
}

/** A browser that is started once, and makes a device in little time. */
export interface Browser {
  device(options?: DeviceOptions): Promise<Device>
  stop(): Promise<void>
}

export interface Engine {
  /** @param wallet the origin of the frame */
  start(wallet: string): Promise<Browser>
}

/** Wraps the body of an async function into an expression for a promise of JSON, so that each engine passes text only. */
export const asJson = (body: string) =>
  `(async () => { ${body} })().then(
    value => JSON.stringify({ value }),
    thrown => JSON.stringify({ thrown: String(thrown?.message ?? thrown) }))`

/** Reads the JSON of `asJson`. @throws Error the one that the body threw */
export function fromJson<T>(text: string): T {
  const { value, thrown } = JSON.parse(text) as { value: T; thrown?: string }
  if (thrown !== undefined) throw new Error(thrown)
  return value
}

/** Wraps the body of a function that finds an element: it is scrolled into view, since a driver presses only there. */
export const inView = (element: string) =>
  `const found = (() => { ${element} })(); found.scrollIntoView({ block: 'nearest' }); return found`

/** The keys of WebDriver (https://www.w3.org/TR/webdriver2/#keyboard-actions) for a text. */
export const keysOf = (text: string) =>
  [...text].map(key => (key === '\n' ? '\uE007' : key === '\t' ? '\uE004' : key))

export interface Program {
  /** Waits for the first match in its output and its errors. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Starts a program in a process group of its own, so that all of it stops. @throws Error naming what to install */
export async function startProgram(
  command: string,
  args: readonly string[],
  { needs, env = {} }: { readonly needs: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Program> {
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => {
      throw new Error(
        `${command} does not start. Install it: apt-get install --no-install-recommends ${needs}`,
      )
    }),
  ])
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      output += data.toString()
      for (const listener of listeners) listener()
    })
  return {
    printed: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)
          if (!match) return
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        child.once('exit', code => reject(new Error(`${command} ended with ${code}: ${output}`)))
        look()
      }),
    async stop() {
      if (child.pid === undefined || child.exitCode !== null) return
      const exited = once(child, 'exit')
      process.kill(-child.pid, 'SIGKILL')
      await exited
    },
  }
}
