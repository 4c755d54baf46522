import { spawn } from 'node:child_process'

/**
 * Waits for its standard input: a line dismisses it, the end means that who wrote there is gone. Postgres is then stopped as
 * Ctrl-C would (fast shutdown), if the file still says that it is this one. It removes the socket's folder, which is empty then.
 */
const SCRIPT = `
if read -r _; then exit; fi
read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -INT "$2" || exit
waits=0
while kill -0 "$2" 2>/dev/null && [ "$waits" -lt 300 ]; do sleep 0.1; waits=$((waits + 1)); done
rmdir "$3" 2>/dev/null
`

export interface PostmasterGuard {
  dismiss(): void
}

/**
 * Stops Postgres when this process is killed, which can then stop nothing itself. Postgres does not see that its parent
 * dies; a pipe's other end does. A shell waits there, as it needs no memory to speak of.
 */
export function guardPostmaster(cluster: string, pid: number, socketDir: string): PostmasterGuard {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'vitrine-postgres-guard', cluster, String(pid), socketDir], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal reaches the server alone.
    detached: true,
  })
  // It ended before it was dismissed: Postgres is then found at the next start.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  return { dismiss: () => guard.stdin.end('\n') }
}
