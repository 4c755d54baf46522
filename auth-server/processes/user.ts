/** Whom a process runs as. */
export interface ProcessUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Gives up root for good. Linux then lets no other unprivileged process, of the same user neither, trace this one or read its
 * environment, memory or descriptors. The code is in memory by then, so that it may lie where the user cannot read.
 * @param user `null`: the server was not started by root, or cannot change users
 * @throws Error when the rights are missing: the process must not go on with more than it should have.
 */
export function becomeUser(user: ProcessUser | null): void {
  if (user === null) return
  process.setgroups?.([])
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
  if (process.getuid?.() !== user.uid || process.getgid?.() !== user.gid)
    throw new Error(`The process could not become user ${user.uid}.`)
}

/** As `uid:gid`, for an environment. */
export const writeUser = (user: ProcessUser | null): string => (user ? `${user.uid}:${user.gid}` : '')

/** @throws Error when it is none: a process never stays root by a slip. */
export function readUser(text: string | undefined): ProcessUser | null {
  if (!text) return null
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? []
  if (!Number(uid) || !Number(gid)) throw new Error('A process of the server was told no user to run as.')
  return { uid: Number(uid), gid: Number(gid) }
}
