/** Providers that deliver an address with dots and the same without to one mailbox, with the domain that all their names stand for. */
const WITHOUT_DOTS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * One name for a mailbox that has many addresses: without what follows a plus, and without dots where its provider ignores
 * them. For counting alone, and never for who somebody is: elsewhere `a.b` and `ab` are two people.
 * @param address normalised
 */
export function canonicalMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [local = ''] = address.slice(0, at).split('+')
  const provider = WITHOUT_DOTS.get(domain)
  return provider === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${provider}`
}
