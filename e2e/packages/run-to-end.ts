import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that ends by itself. */
export interface EndingProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** All that it sees of the environment besides PATH and HOME. */
  readonly env: Readonly<Record<string, string>>
}

/** Runs a program to its end. @returns what it printed. @throws Error with all that it wrote when it fails */
export async function runToEnd({ command, args, cwd, env }: EndingProgram): Promise<string> {
  const { PATH, HOME } = process.env
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let log = ''
  child.stdout.on('data', chunk => {
    printed += chunk
    log += chunk
  })
  child.stderr.on('data', chunk => {
    log += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${log}`)
  return printed
}
