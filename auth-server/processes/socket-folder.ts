import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import type { ProcessUser } from './user.ts'

/** `sockaddr_un.sun_path` holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const MAX_SOCKET_PATH_BYTES = 103

/** @throws Error with a sentence: the system would cut a longer path. */
export function requireSocketPath(path: string): void {
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return
  throw new Error(`The path of a socket is longer than ${MAX_SOCKET_PATH_BYTES} bytes: ${path}`)
}

/**
 * The folder of a process's socket. Whoever can write in it can put a socket of their own in that place and be handed live
 * codes; whoever can enter it can call. So it is for this user alone, or, where the processes are users of their own, the
 * process's, and its group, which the socket inherits, is that of the one process that calls.
 * @param clients the group of the process that calls; `null` with `user`
 * @throws Error with a sentence
 */
export function makeSocketFolder(folder: string, user: ProcessUser | null, clients: number | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || (stat.mode & 0o077) !== 0 || stat.uid !== process.getuid?.()) {
    if (user !== null && isOf(stat, user, clients)) return
    throw new Error(
      `The socket of a process needs a folder of its own that only this user can enter (mode 0700): ${folder}`,
    )
  }
  if (user === null || clients === null) return
  chownSync(folder, user.uid, clients)
  chmodSync(folder, SHARED)
}

/** Who is in the group may enter and see no names; what is made there is of the group (set-group-id). */
const SHARED = 0o2710

const isOf = (
  stat: { isDirectory(): boolean; mode: number; uid: number; gid: number },
  user: ProcessUser,
  clients: number | null,
) => stat.isDirectory() && (stat.mode & 0o7777) === SHARED && stat.uid === user.uid && stat.gid === clients
