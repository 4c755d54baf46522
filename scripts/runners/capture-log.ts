import childProcess, { type ChildProcess, type ForkOptions, type SpawnOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The server and its processes log to standard error, which Vitest passes on as it comes. As messages of the console their lines
 * belong to the test that caused them, and are printed if that fails.
 */
const marked = process.stderr as typeof process.stderr & { isCaptured?: boolean }
// Files of the server's tests share one process.
if (!marked.isCaptured) {
  marked.isCaptured = true
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    console.error(
      Buffer.from(chunk as string)
        .toString('utf8')
        .trimEnd(),
    )
    const done = rest.find(it => typeof it === 'function') as (() => void) | undefined
    done?.()
    return true
  }
  const forwarded = (child: ChildProcess) => {
    child.stderr?.on('data', chunk => process.stderr.write(chunk))
    return child
  }
  const { spawn, fork } = childProcess as unknown as Record<
    'spawn' | 'fork',
    (...given: unknown[]) => ChildProcess
  >
  Object.assign(childProcess, {
    spawn(file: string, args: string[], options: SpawnOptions = {}) {
      const { stdio } = options
      if (!Array.isArray(stdio) || stdio[2] !== 'inherit') return spawn(file, args, options)
      return forwarded(spawn(file, args, { ...options, stdio: stdio.with(2, 'pipe') }))
    },
    fork(module: string, args: string[], options: ForkOptions = {}) {
      if (options.stdio || options.silent) return fork(module, args, options)
      return forwarded(fork(module, args, { ...options, stdio: ['inherit', 'inherit', 'pipe', 'ipc'] }))
    },
  })
  syncBuiltinESMExports()
}
