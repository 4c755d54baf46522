import * as z from 'zod/mini'

/** A whole number that JavaScript holds exactly. `z.int()` takes the same, and brings every format of numbers to each page. */
export const wholeNumber = z.number().check(z.refine(Number.isSafeInteger, 'Write a whole number'))
