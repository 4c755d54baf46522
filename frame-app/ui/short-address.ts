/** First 5 … last 4 (contract §9, "Display"). */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 5)}…${address.slice(-4)}`
}
