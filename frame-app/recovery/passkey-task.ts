import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type CeremonyWindow, openCeremonyWindow } from '../window/ceremony-window.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { type PasskeyTask, type ToWindow, toFrame } from './passkey-messages.ts'
import { createPasskeySecret, type PasskeySecret, readPasskeySecret } from './passkey-prf.ts'

/** Where the browser is asked: in the frame, or in a window of the wallet origin; `'blocked'`: none opened. */
export type PasskeyPlace = 'frame' | 'blocked' | CeremonyWindow<PasskeyTask, PasskeySecret>

/** Opens the window for a recovery's passkey: see `openCeremonyWindow`. */
export function openRecoveryWindow(frame: Window, appId: string, site: string): PasskeyPlace {
  const opened = openCeremonyWindow<ToWindow, PasskeySecret>(frame, appId, {
    path: 'recovery-passkey',
    toFrame,
    // One that is there already makes the secret of its own salt: no other one's is taken for it.
    fits: ({ task }, { credentialId, salt }) =>
      task.kind === 'create' || (task.credentialId === credentialId && task.salt === salt),
  })
  if (opened === null) return 'blocked'
  const { close } = opened
  return { close, run: (task, signal) => opened.run({ to: 'vitrine:recovery-window', site, task }, signal) }
}

/**
 * Has a passkey for recovery made, or used, where the person chose.
 * @throws VitrineError with words for a person; the signal's reason when it aborts
 */
export async function askPasskey(
  place: PasskeyPlace,
  app: Pick<AppConfig, 'name'>,
  task: PasskeyTask,
  signal: AbortSignal,
): Promise<PasskeySecret> {
  // As of a window that was closed too early: nobody was asked.
  if (place === 'blocked') throw clientError('exited_auth_flow', say('recovery.passkeyWindowBlocked'))
  return place === 'frame' ? performTask(app, task, signal) : place.run(task, signal)
}

/** In this document. @throws as `createPasskeySecret` */
export const performTask = (
  app: Pick<AppConfig, 'name'>,
  task: PasskeyTask,
  signal: AbortSignal,
): Promise<PasskeySecret> =>
  task.kind === 'create' ? createPasskeySecret(app, task.userName, signal) : readPasskeySecret(task, signal)

export interface PasskeyFailure extends Failure {
  /** Another try may go better in a window: what a frame may not do, it may. */
  readonly offersWindow: boolean
}

/** What a person reads of a passkey that was not made or used, or opens nothing. */
export function toPasskeyFailure(error: unknown): PasskeyFailure {
  const failure = toFailure(error)
  const isForbidden =
    error instanceof VitrineError &&
    error.cause instanceof DOMException &&
    error.cause.name === 'SecurityError'
  return {
    ...failure,
    // A key that opens nothing is another passkey's.
    ...(failure.code === 'invalid_credentials' && { message: say('recover.otherPasskey') }),
    offersWindow: isForbidden || failure.code === 'exited_auth_flow',
  }
}
