import { beforeAll, describe, expect, it } from 'vitest'
import { loadStrengthJudge, MIN_STRENGTH, type StrengthJudge } from './strength.ts'

const KNOWN = ['Lumen Goods', 'ada.lovelace@example.com', 'vitrine']
let judge: StrengthJudge
beforeAll(async () => {
  judge = await loadStrengthJudge()
})
const isTaken = (passcode: string) => judge.judge(passcode, KNOWN) >= MIN_STRENGTH

describe('a passcode', () => {
  it.each(['correct horse', 'battery staple', 'kzq8 7wmp xv2'])('“%s” is good enough', passcode => {
    expect(isTaken(passcode)).toBe(true)
  })

  it.each([
    'password1',
    'aaaaaaaaaaaa',
    'qwertyuiop',
    '12345678',
    '19871224',
    'lumen goods',
    'LumenGoods',
    'ada.lovelace@example.com',
    'lovelace1',
    'vitrine1',
  ])('“%s” is easy to guess', passcode => {
    expect(isTaken(passcode)).toBe(false)
  })

  it('is judged as it is used: what looks the same is the same', () => {
    expect(judge.judge('ｐａｓｓｗｏｒｄ１', KNOWN)).toBe(judge.judge('password1', KNOWN))
  })

  it('of any length is judged in no time', () => {
    // The processor's time: other programs take none of it.
    const before = process.cpuUsage()
    judge.judge('Tr0ub4dor&3 '.repeat(10), KNOWN)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})
