import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { isRefused } from '../wallet/device/is-refused.ts'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'

/** What was made for a recovery that is to be set. */
export interface MadeSecret {
  readonly secret: RecoverySecret
  /** Takes it away again, where it lies with somebody else; it never fails. */
  discard?(): Promise<void>
}

/** One recovery that a person is setting. */
export interface Setting {
  /** A secret is there whose fate is not known: another try is made with that one. */
  readonly isPending: boolean
  /**
   * Makes the secret, and has it set. First where it is to lie, then here: a recovery that is set and lies nowhere would lock
   * the person out. What is refused leaves the recovery of before as it is, and takes the new secret away.
   * @param make not called while one is pending
   * @throws what `make` or `set` throws
   */
  set(make: (signal: AbortSignal) => Promise<MadeSecret>, signal: AbortSignal): Promise<void>
}

export interface SettingOptions {
  /** There is no wallet yet: the recovery comes with it. */
  readonly isFirst: boolean
  /** Settles once the recovery is the new one. */
  set(secret: RecoverySecret, signal: AbortSignal): Promise<void>
}

export function createSetting({ isFirst, set }: SettingOptions): Setting {
  let made: MadeSecret | null = null
  const drop = async () => {
    const dropped = made
    made = null
    await dropped?.discard?.()
  }
  return {
    get isPending() {
      return made !== null
    },
    async set(make, signal) {
      made ??= await make(signal)
      if (signal.aborted) {
        await drop()
        throw signal.reason
      }
      try {
        await set(made.secret, signal)
      } catch (error) {
        // Where an answer got lost, or came for a wallet that followed the first, the secret may be the only one that opens them.
        if (isFirst ? isCode(error, NOT_MADE) : isRefused(error) || isCode(error, ['user_rejected']))
          await drop()
        throw error
      }
    },
  }
}

/** Answers after which no wallet has the recovery that it was to be made with. */
const NOT_MADE: readonly ErrorCode[] = [
  'disallowed_recovery_method',
  'embedded_wallet_already_exists',
  'embedded_wallet_recovery_already_exists',
  'embedded_wallet_password_already_exists',
]

const isCode = (error: unknown, codes: readonly ErrorCode[]): boolean =>
  error instanceof VitrineError && codes.includes(error.code)
