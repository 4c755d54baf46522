import { logKind } from '../log.ts'
import { becomeUser, type ProcessUser } from '../processes/user.ts'

/** An unprivileged user that owns no files (`nobody` on Debian and most others). */
const UNPRIVILEGED_ID = 65_534

/** Node prints message and source line of an uncaught error, which could quote a secret: only its name is told. */
export function endSilentlyOnCrash(): void {
  const end = (error: unknown) => {
    logKind('its work, by which the signer stops', error)
    process.exit(70)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/**
 * Started by root, the process goes on as `user`, or as `nobody`: it can then neither read files nor signal others. Where the
 * rights to do so are missing (a container without CAP_SETUID) and no user was named, it stays as it is.
 */
export function dropPrivileges(user: ProcessUser | null): void {
  if (process.getuid?.() !== 0) return
  try {
    becomeUser(user ?? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID })
  } catch (error) {
    if (user !== null || !(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}
