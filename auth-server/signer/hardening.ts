import { chownSync } from 'node:fs'

/** An unprivileged user that owns no files (`nobody` on Debian and most others). */
const UNPRIVILEGED_ID = 65_534

/** Lets the signer, which goes on as `nobody` where it was started by root, open what another process of root made for it. */
export function giveToSigner(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
}

/** Node prints message and source line of an uncaught error, which could quote a secret: only its name is told. */
export function endSilentlyOnCrash(): void {
  const end = (error: unknown) => {
    process.stderr.write(`signer: stopped by ${error instanceof Error ? error.name : typeof error}\n`)
    process.exit(70)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/**
 * Started by root, the process goes on as `nobody`: it can then neither read files nor signal others, and Linux lets no
 * other unprivileged process trace it or read its memory. Where the rights to do so are missing (a container without
 * CAP_SETUID), it stays as it is.
 */
export function dropPrivileges(): void {
  if (process.getuid?.() !== 0) return
  try {
    process.setgroups?.([])
    process.setgid?.(UNPRIVILEGED_ID)
    process.setuid?.(UNPRIVILEGED_ID)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}
