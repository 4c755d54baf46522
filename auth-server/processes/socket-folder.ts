import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { ProcessUser } from './user.ts'

/** `sockaddr_un.sun_path` holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const MAX_SOCKET_PATH_BYTES = 103

/** @throws Error with a sentence: the system would cut a longer path. */
export function requireSocketPath(path: string): void {
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return
  const remedy = path.startsWith(tmpdir())
    ? `Set TMPDIR to a shorter folder than ${tmpdir()}.`
    : 'Choose a shorter folder.'
  throw new Error(`The path of a socket is longer than ${MAX_SOCKET_PATH_BYTES} bytes: ${path}. ${remedy}`)
}

/**
 * The folder of a process's socket. Whoever can write in it can put a socket of their own in that place and be handed live
 * codes; whoever can enter it can call. So it is for this user alone, or, where the processes are users of their own, the
 * process's, and its group, which the socket inherits, is that of the one process that calls. An operator who made the folder
 * may have given it such a group.
 * @param clients the group of the process that calls; `null` with `user`
 * @returns whether the folder's group may enter, so that the socket is for it too
 * @throws Error with a sentence
 */
export function makeSocketFolder(folder: string, user: ProcessUser | null, clients: number | null): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = lstatSync(folder)
  const isOurs = uid === process.getuid?.() || uid === user?.uid
  if (!lstatSync(folder).isDirectory() || (mode & OTHERS_OR_WRITABLE) !== 0 || !isOurs) {
    throw new Error(
      `The socket of a process needs a folder of its own that only this user can enter (mode 0700), or one group besides (0710): ${folder}`,
    )
  }
  if (user === null || clients === null) return (mode & GROUP_ENTERS) !== 0
  chownSync(folder, user.uid, clients)
  // Who is in the group may enter and see no names; what is made there is of the group (set-group-id).
  chmodSync(folder, 0o2710)
  return true
}

const OTHERS_OR_WRITABLE = 0o027
const GROUP_ENTERS = 0o010
