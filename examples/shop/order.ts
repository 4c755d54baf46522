export interface Order {
  readonly number: string
  readonly email: string
  readonly placedAt: Date
}

/** What the customer reads and signs: every fact of the order, in words. */
export const orderMessage = ({ number, email, placedAt }: Order) =>
  `Halden order ${number}

1 × Dune lamp, brushed brass
Total: €148, incl. VAT and delivery

Confirmation to: ${email}
Placed: ${placedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const newOrder = (email: string): Order => ({
  number: `H-${crypto.getRandomValues(new Uint32Array(1)).join().slice(-6).padStart(6, '0')}`,
  email,
  placedAt: new Date(),
})

/** `0x123…6789`, as the wallet itself shows addresses: first five characters, last four. */
export const shortHex = (hex: string) => `${hex.slice(0, 5)}…${hex.slice(-4)}`
