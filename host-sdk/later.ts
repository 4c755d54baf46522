import { tellAbsence } from './absence.ts'
import { open } from './approval-window.ts'
import { diagnose } from './diagnose.ts'
import { examine } from './doctor.ts'
import type { EthereumProvider } from './ethereum.ts'
import { fetchThroughFrame } from './fetch.ts'
import { followSite } from './follow-site.ts'
import type { FrameLink } from './frame-link.ts'
import type { RARE_METHODS, Vitrine } from './instance.ts'
import { leavePage, takeReturn } from './leave-page.ts'
import type { RevokeOptions } from './method-options.ts'
import { send, sendAsync } from './older-methods.ts'
import type { VitrineOptions } from './options.ts'
import { repeatRead } from './repeat-read.ts'
import { showInline } from './show-inline.ts'
import { createSolana } from './solana.ts'
import { askWallets, type BringRelay } from './wallet-relay/ask-wallets.ts'

type Link = Pick<FrameLink, 'call' | 'shell'>

/** Methods of the instance, by what they were given and what they work with. */
const rareMethods = {
  fetch: (request: Parameters<Vitrine['fetch']>, { call }: Link) => fetchThroughFrame(call, ...request),
  linkWithCustomJwt: ([prefill]: [jwt: string], { call }: Link) =>
    call('link', { method: 'custom-jwt', prefill }),
  revokeWallets: ([which]: [RevokeOptions?], { call }: Link) =>
    call('delegateWallet', { ...which, stops: true }),
  showInline: (
    [element, given]: Parameters<Vitrine['showInline']>,
    { shell }: Link,
    _options: VitrineOptions,
    ethereum: EthereumProvider,
  ) => showInline(element, given, shell, ethereum),
} satisfies Record<(typeof RARE_METHODS)[number], unknown>

/**
 * What not every page needs, or not at once: in the script tag's case a file of its own.
 *
 * @param bringRelay what few visits need, which is a file of its own again
 */
export const createLater = (bringRelay: BringRelay) => ({
  diagnose,
  examine,
  tellAbsence,
  send,
  sendAsync,
  repeatRead,
  createSolana,
  open,
  navigate: leavePage,
  takeReturn,
  followSite,
  wallets: askWallets(bringRelay),
  ...rareMethods,
})
export type Later = ReturnType<typeof createLater>
