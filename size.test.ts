import { expect, it } from 'vitest'
import { BUDGETS, type Budget, measureSizes } from './scripts/sizes/sizes.ts'

const sizes = measureSizes()

it.each(Object.keys(BUDGETS) as Budget[])('%s stays within its budget of gzipped bytes', name => {
  expect(sizes[name]).toBeGreaterThan(0)
  expect(sizes[name]).toBeLessThanOrEqual(BUDGETS[name])
})
