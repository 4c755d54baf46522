import { HDNodeWallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { readEntry, sayProblem } from './typed-key.ts'

const PHRASE = 'test test test test test test test test test test test junk'
const words = (text: string, number = '1') => readEntry('ethereum', { type: 'hd', text, number })

describe('what is typed', () => {
  it('of words makes the address at the number, and is sent as plain words', async () => {
    const { address } = HDNodeWallet.fromPhrase(PHRASE, undefined, "m/44'/60'/0'/0/2")
    const read = await words(`1. TEST\n2. test ${PHRASE.slice(10)}`.replace(/\d\. /g, ''), '3')
    expect(read).toMatchObject({ address, entropy: { type: 'hd', index: 2 } })
    if (!read || !('plain' in read)) throw new Error('Not read')
    expect(new TextDecoder().decode(read.plain)).toBe(PHRASE)
  })

  it.each([
    ['test '.repeat(11), '1', { kind: 'word-count', count: 11 }],
    [`${'test '.repeat(11)}tset`, '1', { kind: 'unknown-word', at: 12 }],
    ['test '.repeat(12), '1', { kind: 'checksum' }],
    [PHRASE, '0', 'index'],
    [PHRASE, '1.5', 'index'],
    [PHRASE, '2147483649', 'index'],
    [PHRASE, '', 'index'],
  ])('%s at %s is refused: %j', async (text, number, problem) => {
    const read = await words(text, number)
    if (!read || !('problem' in read)) throw new Error('Not refused')
    if (typeof problem === 'string') expect(read.problem).toBe(problem)
    else expect(read.problem).toMatchObject(problem)
    // A sentence of its own, without what was typed.
    const said = sayProblem(read.problem, (key, ...[values]) => `${key} ${JSON.stringify(values ?? {})}`)
    expect(said).toMatch(/^secret\.\w+ /)
    expect(said).not.toContain('tset')
  })

  it('is nothing yet while the field is empty', async () => {
    expect(await words('  ')).toBeNull()
  })
})
