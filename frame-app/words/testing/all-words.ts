import { bringLaterWords } from '../language.ts'

// Tests show screens without the loader that brings their words.
await bringLaterWords()
