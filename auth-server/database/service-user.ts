import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The unprivileged user that Postgres runs as when the server runs as root: Postgres refuses to run as root. */
export interface ServiceUser {
  readonly uid: number
  readonly gid: number
}

/** @returns `null` when the server is not root: Postgres then runs as the same user. */
export function findServiceUser(): ServiceUser | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'Postgres does not run as root and there is neither a user "postgres" nor "nobody". Add one, or set DATABASE_URL.',
  )
}

/** Whether every folder down to `path` lets `user` pass. */
export function canReach(user: ServiceUser, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const mayPass = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
    if (!mayPass) return false
    if (folder === dirname(folder)) return true
  }
}
