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

/** What not every page needs, or not at once: in the script tag's case a file of its own. */
export const LATER = {
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
} as const
