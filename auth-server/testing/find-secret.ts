import { readdirSync, readFileSync } from 'node:fs'

/** How somebody may have written 32 bytes. */
export const spellingsOf = (secret: Buffer): readonly Buffer[] => [
  secret,
  ...[secret.toString('hex'), secret.toString('hex').toUpperCase()].map(text => Buffer.from(text)),
  // Without the last character, which padding and the other alphabet change.
  ...[secret.toString('base64'), secret.toString('base64url')].map(text => Buffer.from(text.slice(0, 42))),
]

/** Processes of this machine whose environment or arguments this user can read, and which have the secret there (Linux). */
export function processesThatShow(secret: Buffer): string[] {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`)
    } catch {
      return Buffer.alloc(0)
    }
  }
  const spellings = spellingsOf(secret)
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid =>
      ['environ', 'cmdline'].some(name => spellings.some(each => read(pid, name).includes(each))),
    )
    .map(pid => read(pid, 'cmdline').toString().replaceAll('\0', ' '))
}
