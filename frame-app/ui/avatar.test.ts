import { expect, it } from 'vitest'
import { patternOf } from './avatar.tsx'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LOOKALIKE = '0x709ab970C51812dc3A010C7d01b50e0d17dc79C8'

it('an avatar is the same for the same address, in whichever case it is written', () => {
  expect(patternOf(ADDRESS)).toEqual(patternOf(ADDRESS.toLowerCase()))
})

it('an address that only looks alike has another avatar, and so has another of Solana’s case', () => {
  expect(patternOf(LOOKALIKE)).not.toEqual(patternOf(ADDRESS))
  expect(patternOf('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')).not.toEqual(
    patternOf('4zmmc9srt5ri5x14gagxhahii3gnpaeerypjgzjdncdu'),
  )
})

it('whatever the text is, cells stand inside of the square, and mirror each other', () => {
  for (const text of ['', '0x', ADDRESS, 'x'.repeat(10_000)]) {
    const { hue, cells } = patternOf(text)
    expect(hue).toBeGreaterThanOrEqual(0)
    expect(hue).toBeLessThan(360)
    const places = new Set(cells.map(cell => cell.join()))
    for (const [x, y] of cells) expect(places).toContain([4 - x, y].join())
  }
})
