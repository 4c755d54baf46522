import type { EventData } from '@vitrine/shared/api/activity.ts'

/**
 * The name of a way in as its owner knows it again and nobody else learns it: `a•••@mail.example`, `•••0123`. A wallet's
 * address, which is public, is shortened as screens have it.
 * @param subject normalised, as `accounts.subject`
 */
export function redactSubject(subject: string): string {
  const [, first, domain] = /^(.).*@([^@]+)$/su.exec(subject) ?? []
  if (first && domain) return `${first}•••@${domain}`
  const [, address] = /^(?:ethereum|solana):(\w{16,})$/.exec(subject) ?? []
  if (address) return `${address.slice(0, 5)}…${address.slice(-4)}`
  const told = Math.min(4, Math.floor(subject.length / 2))
  return `•••${subject.slice(subject.length - told)}`
}

/** An account as events name it. */
export const redacted = ({ type, subject }: { readonly type: string; readonly subject: string }) =>
  ({ type, name: redactSubject(subject) }) satisfies EventData['account']
