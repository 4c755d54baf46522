import { trimEnd } from '@vitrine/shared/trim-end.ts'
import type { Hex } from './ports.ts'

/** Block explorers have `/tx/<hash>` (EIP-3091). `null`: the chain has none, or what a page gave for one is no web address. */
export function transactionUrl(explorerUrl: string | null, hash: Hex): string | null {
  return explorerUrl !== null && /^https?:\/\//.test(explorerUrl)
    ? `${trimEnd(explorerUrl, '/')}/tx/${hash}`
    : null
}
