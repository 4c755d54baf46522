import { type CeremonyWindow, openCeremonyWindow } from '../../window/ceremony-window.ts'
import type { Ceremony, CeremonyResponse } from './ceremony.ts'
import { type ToWindow, toFrame } from './window-messages.ts'

export type PasskeyWindow = CeremonyWindow<Ceremony, CeremonyResponse>

/** Opens the window for a login or a sign-up: see `openCeremonyWindow`. */
export function openPasskeyWindow(frame: Window, appId: string, site: string): PasskeyWindow | null {
  const opened = openCeremonyWindow<ToWindow, CeremonyResponse>(frame, appId, {
    path: 'passkey',
    toFrame,
    fits: ({ ceremony }, response) => response.kind === ceremony.kind,
  })
  return (
    opened && {
      close: opened.close,
      run: (ceremony, signal) => opened.run({ to: 'vitrine:passkey-window', site, ceremony }, signal),
    }
  )
}
