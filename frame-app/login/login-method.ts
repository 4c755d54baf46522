import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { ComponentType } from 'react'
import type { Kernel, ReadableStore, ScreenRequest } from '../kernel/ports.ts'

export type LoginRequest = Extract<ScreenRequest, { kind: 'login' }>

export interface LoginContext {
  readonly kernel: Kernel
  readonly request: LoginRequest
  onAuthenticated(result: FrameResult<'login'>): void
}

/** One login method while the dialog is open. */
export interface OpenLogin {
  /** Whether the method has the card to itself, as while it waits for a code; else it is one row of the landing. */
  readonly hasCard: ReadableStore<boolean>
  readonly Row: ComponentType
  readonly Card: ComponentType<{ readonly onClose: () => void }>
  close(): void
}

/** What a login method gives the dialog. One that is added does not change the dialog. */
export interface LoginMethodView {
  open(context: LoginContext): OpenLogin
}
