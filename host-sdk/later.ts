import { tellAbsence } from './absence.ts'
import { open } from './approval-window.ts'
import { diagnose } from './diagnose.ts'
import { examine } from './doctor.ts'
import { fetchThroughFrame } from './fetch.ts'
import { followSite } from './follow-site.ts'
import { leavePage, takeReturn } from './leave-page.ts'
import { send, sendAsync } from './older-methods.ts'
import { repeatRead } from './repeat-read.ts'
import { createSolana } from './solana.ts'
import { askWallets, type BringRelay } from './wallet-relay/ask-wallets.ts'

/**
 * What not every page needs, or not at once: in the script tag's case a file of its own.
 *
 * @param bringRelay what few visits need, which is a file of its own again
 */
export const createLater = (bringRelay: BringRelay) => ({
  diagnose,
  tellAbsence,
  fetch: fetchThroughFrame,
  doctor: examine,
  send,
  sendAsync,
  repeatRead,
  createSolana,
  open,
  navigate: leavePage,
  takeReturn,
  followSite,
  wallets: askWallets(bringRelay),
})
export type Later = ReturnType<typeof createLater>
