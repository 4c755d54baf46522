import { lazily } from '../core/lazy.ts'
import { whenIdle } from '../core/when-idle.ts'

/** zxcvbn's scale: 0 is guessed at once, 4 never. */
export type Strength = 0 | 1 | 2 | 3 | 4
/** A weaker passcode is refused: who has a stolen database and the provider's part tries more than people do. */
export const MIN_STRENGTH = 2

/** Ways of reading digits as letters that are tried: each takes as long as all the rest. */
const SUBSTITUTIONS = 5
/** Judging takes longer the longer a text is; what is beyond this makes no passcode weaker. */
const JUDGED_CHARACTERS = 40

export interface StrengthJudge {
  /** @param known what anybody knows of the person and the site */
  judge(passcode: string, known: readonly string[]): Strength
}

/**
 * The estimator with its lists of words, which are many times larger than the screen: it comes with the first use, and is made
 * while the browser is idle, so that it is never in the way of typing.
 * @throws VitrineError `service_unavailable`
 */
export const loadStrengthJudge: () => Promise<StrengthJudge> = lazily(async () => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  await new Promise<void>(resolve => void whenIdle(resolve))
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  })
  return {
    judge(passcode, known) {
      // As it is used: NFKC, so that what looks the same is the same.
      const judged = [...passcode.normalize('NFKC')].slice(0, JUDGED_CHARACTERS).join('')
      return estimator.check(judged, known.flatMap(partsOf)).score
    },
  }
})

/** A name, and its words: a part of an address is as easily guessed as the whole. */
const partsOf = (name: string): string[] => [
  name,
  ...name.split(/[\s@.,_+-]+/).filter(part => part.length > 2),
]
