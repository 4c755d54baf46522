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

/** `0x12345…6789`: enough to recognise, short enough to read. */
export const shortHex = (hex: string) => `${hex.slice(0, 7)}…${hex.slice(-4)}`
