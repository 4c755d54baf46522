import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A document: the site's, the wallet's in its frame, or the one in the window that the wallet has opened. */
export type Where = 'page' | 'frame' | 'window'

/** A person's tab in some engine, as far as the main job takes. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Runs the body of an async function in a document. @returns its result, which is plain data */
  run<T>(where: Where, body: string): Promise<T>
  /** A real press of the pointer on the one element that the body of a function returns. */
  press(where: Where, element: string): Promise<void>
  /** Real keys, to whoever has the focus; `\n` is Enter. */
  type(text: string): Promise<void>
  /** How many windows there are beside the tab. */
  windows(): Promise<number>
  close(): Promise<void>
}

export interface Engine {
  /** @param wallet the origin of the frame */
  open(wallet: string): Promise<Tab>
}

/** What `run` gives to the engine: an expression for a promise of JSON, in which no engine sees more than a text. */
export const asJson = (body: string) =>
  `(async () => { ${body} })().then(
    value => JSON.stringify({ value }),
    thrown => JSON.stringify({ thrown: String(thrown?.message ?? thrown) }))`

export function fromJson<T>(text: string): T {
  const { value, thrown } = JSON.parse(text) as { value: T; thrown?: string }
  if (thrown !== undefined) throw new Error(thrown)
  return value
}

export interface Program {
  /** The first match in what it prints, whichever way it prints it. */
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
