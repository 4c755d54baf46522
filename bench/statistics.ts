export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('There are no values')
  return (low + high) / 2
}
