import { writeFileSync } from 'node:fs'

type Value = string | number | { readonly [key: string]: Value }

/** Maps a network to its record: the first bits of an IPv6 address; IPv4 addresses are in `::/96`. */
export type Places = Readonly<Record<string, Value>>

const MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])

/** Writes a database of places in MaxMind's format (MaxMind DB File Format Specification, version 2.0), with records of 32 bits. */
export function writePlaces(path: string, places: Places): void {
  const nodes: (number | { readonly offset: number } | null)[][] = [[null, null]]
  const data: Buffer[] = []
  let offset = 0
  for (const [bits, value] of Object.entries(places)) {
    const leaf = { offset }
    const encoded = encode(value)
    data.push(encoded)
    offset += encoded.length
    let node = 0
    for (const [depth, bit] of [...bits].entries()) {
      const side = Number(bit)
      const row = nodes[node] as (typeof nodes)[number]
      if (depth === bits.length - 1) row[side] = leaf
      else {
        const next = row[side]
        if (typeof next === 'number') node = next
        else {
          nodes.push([null, null])
          node = nodes.length - 1
          row[side] = node
        }
      }
    }
  }
  const tree = Buffer.alloc(nodes.length * 8)
  for (const [index, row] of nodes.entries())
    for (const [side, to] of row.entries()) {
      const pointer = to === null ? nodes.length : typeof to === 'number' ? to : nodes.length + 16 + to.offset
      tree.writeUInt32BE(pointer, index * 8 + side * 4)
    }
  const metadata = encode({
    ...{ node_count: nodes.length, record_size: 32, ip_version: 6, database_type: 'Test-City' },
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 0 },
  })
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, MARKER, metadata]))
}

/** The bits of an IPv4 network in the tree, e.g. of `203.0.113`. */
export const ipv4Bits = (network: string): string => '0'.repeat(96) + network.split('.').map(octet).join('')

/** The bits of an IPv6 network of whole groups, e.g. of `2001:db8:0`. */
export const ipv6Bits = (network: string): string =>
  network
    .split(':')
    .map(group => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')

const octet = (number: string) => Number(number).toString(2).padStart(8, '0')

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(2, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(6, 4), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(pair => pair.map(encode))])
}

/** The control byte: the type, and a size up to 284. */
function head(type: number, size: number): Buffer {
  return size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])
}
